package io.nmt.cli.process;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.nmt.channel.AgentStatus;
import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.guard.BoundedCall;
import io.nmt.cli.guard.RefusedException;
import io.nmt.cli.options.Patience;
import io.nmt.report.document.Amounts;
import io.nmt.report.reading.sources.MetaspaceText;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Properties;

/** Brings the agent into a JVM that runs already, by the JDK's attach mechanism. */
public final class Attachment {
    private static final int OLDEST_JDK = 17;

    private Attachment() {}

    /**
     * Has the agent track in a process.
     *
     * @param options of the agent, or null
     * @param patience how long to wait for it
     * @param err takes a line where another command has to be waited for
     * @return whether it does so only now; if it did before, nothing has changed
     */
    public static boolean track(TargetProcess target, String options, Patience patience, PrintWriter err)
            throws CommandException {
        AttachLock lock = AttachLock.of(target, patience.answerMillis(), err);
        try {
            // It listens at once: the JVM warns at each load, so the next command must not load it again.
            return load(target, AgentStatus.LISTEN_WITH + withoutNull(options), false, patience);
        } finally {
            lock.close();
        }
    }

    /**
     * Has the agent of a process listen for commands; where there is none, it is brought in, without options. The
     * caller holds the {@link AttachLock}, and has seen that it does not listen.
     *
     * @return whether it tracks only now
     */
    static boolean listen(TargetProcess target, Patience patience) throws CommandException {
        return load(target, AgentStatus.LISTEN, true, patience);
    }

    /**
     * Has a process load a native library that is an agent, or run it again.
     *
     * @param path of the library, as the process sees it
     * @param options of that agent
     * @return what its start function returned; 0 for success
     * @throws CommandException if the library cannot be loaded
     */
    public static int loadLibrary(TargetProcess target, String path, String options, Patience patience)
            throws CommandException {
        long millis = patience.answerMillis();
        try {
            target.awaitAttachable();
            return BoundedCall.call(
                    () -> loadLibrary(target.pid(), path, options),
                    millis,
                    () -> target.silentFor(millis).getMessage());
        } catch (IOException e) {
            throw new CommandException(
                    target.isAlive()
                            ? "process " + target.pid() + " cannot load " + path + ": " + Reason.of(e)
                            : "process " + target.pid() + " has ended");
        }
    }

    private static int loadLibrary(long pid, String path, String options) throws IOException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgentPath(path, options);
                return 0;
            } catch (AgentInitializationException e) {
                return e.returnValue();
            } finally {
                detach(jvm);
            }
        } catch (AttachNotSupportedException | AgentLoadException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static boolean load(TargetProcess target, String arguments, boolean evenIfActive, Patience patience)
            throws CommandException {
        long millis = patience.answerMillis();
        try {
            target.awaitAttachable();
            // Before it is attached to: otherwise that one would complain, too, on its stderr.
            String jar = target.pathFor(Path.of(ownJar()));
            // The JDK waits without a bound for a JVM that has opened its socket, and then hangs.
            return BoundedCall.call(
                    () -> load(target, jar, arguments, evenIfActive),
                    millis,
                    () -> target.silentFor(millis).getMessage());
        } catch (IOException e) {
            target.checkStillRuns();
            throw new CommandException(
                    target.isAlive()
                            ? "cannot attach to process " + target.pid() + ": " + Reason.of(e)
                            : "process " + target.pid() + " has ended");
        }
    }

    private static boolean load(TargetProcess target, String jar, String arguments, boolean evenIfActive)
            throws CommandException, IOException {
        long pid = target.pid();
        checkRoom(target);
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                // Meanwhile its own start may come first, without options here, or another command's, with that one's.
                boolean wasActive = wasActive(target, jvm);
                if (wasActive && !evenIfActive) {
                    return false;
                }
                jvm.loadAgent(jar, arguments);
                Properties properties = jvm.getSystemProperties();
                checkActive(properties, pid);
                if (evenIfActive) {
                    checkListens(properties, pid);
                }
                String options = properties.getProperty(AgentStatus.OPTIONS);
                return !wasActive
                        && options != null
                        && (evenIfActive || arguments.equals(AgentStatus.LISTEN_WITH + options));
            } finally {
                detach(jvm);
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException(
                    String.valueOf(e.getMessage()).contains("doesn't respond")
                            ? "its JVM has not opened its socket in /tmp; it hangs, or pauses for long"
                            : e.getMessage(),
                    e);
        } catch (AgentLoadException | AgentInitializationException e) {
            if (ProcessHandle.of(pid).isEmpty()) {
                throw new IOException(e.getMessage(), e);
            }
            // The JVM's own words are those for any agent.
            throw new RefusedException("cannot attach to process " + pid
                    + (e instanceof AgentInitializationException
                            ? ": the JVM could not start the agent, and its stderr says why. Start it with -javaagent"
                            : ": " + Reason.of(e)));
        }
    }

    /** Refuses a full metaspace: the application would lose classes of the JDK that a command uses first. */
    private static void checkRoom(TargetProcess target) throws CommandException, IOException {
        if (target.proc() == null) {
            return;
        }
        MetaspaceText.Shortage shortage = MetaspaceText.shortage(
                JcmdSocket.open(target.pid(), target.attachSocket()).run("VM.metaspace basic"));
        if (shortage != null) {
            throw new RefusedException("process " + target.pid() + " has no room for the agent's classes: "
                    + Amounts.format(shortage.freeBytes()) + " of " + Amounts.format(shortage.limitBytes()) + " of "
                    + shortage.pool() + " are free, " + Amounts.format(shortage.neededBytes()) + " are needed");
        }
    }

    /**
     * Tells whether the agent tracks, and refuses a JDK that is too old for it. For its system properties a JVM formats
     * a date: before the agent has seen to room in its heap, the classes for that could be lost to the application.
     */
    private static boolean wasActive(TargetProcess target, VirtualMachine jvm) throws CommandException, IOException {
        ProcFile proc = target.proc();
        if (proc != null && feature(proc.jdkVersion()) >= OLDEST_JDK) {
            return JvmList.hasMark(proc.directory()).orElse(false);
        }
        Properties properties = jvm.getSystemProperties();
        String version = properties.getProperty("java.specification.version", "");
        if (feature(version) < OLDEST_JDK) {
            throw new CommandException(
                    "process " + target.pid() + " runs on JDK " + version + "; nmt needs " + OLDEST_JDK + " or later");
        }
        return isActive(properties);
    }

    private static String withoutNull(String options) {
        return options == null ? "" : options;
    }

    /** Detaches from a JVM that has already done its work. */
    private static void detach(VirtualMachine jvm) {
        try {
            jvm.detach();
        } catch (IOException e) {
            // The connection ends with this process.
        }
    }

    private static int feature(String version) {
        try {
            return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static void checkActive(Properties properties, long pid) throws CommandException {
        if (!isActive(properties)) {
            throw new CommandException("process " + pid + " is not tracked: "
                    + properties.getProperty(AgentStatus.PROPERTY, "its agent failed, and its stderr says why"));
        }
    }

    private static void checkListens(Properties properties, long pid) throws CommandException {
        String notListening = properties.getProperty(AgentStatus.NOT_LISTENING);
        if (notListening != null) {
            throw new CommandException("process " + pid + " cannot listen for commands: " + notListening);
        }
    }

    private static boolean isActive(Properties properties) {
        return AgentStatus.ACTIVE.equals(properties.getProperty(AgentStatus.PROPERTY));
    }

    /**
     * Finds the jar that this command is in.
     *
     * @return its absolute path
     * @throws CommandException if it has none
     */
    public static String ownJar() throws CommandException {
        try {
            return new File(Attachment.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getAbsolutePath();
        } catch (URISyntaxException e) {
            throw new CommandException("the agent's jar has no path: " + e.getMessage());
        }
    }
}
