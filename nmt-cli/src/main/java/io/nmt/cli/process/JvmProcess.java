package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import io.nmt.channel.Reason;
import io.nmt.cli.guard.RefusedException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A process that should be a JVM: whether it is one, and can take the signal that asks it to open its attach socket.
 */
final class JvmProcess {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long START_NANOS = 5 * NANOS_PER_SECOND;
    private static final long LAUNCH_NANOS = NANOS_PER_SECOND;
    private static final long PAUSE_MILLIS = 10;
    private static final String DISABLED = "DisableAttachMechanism";

    private final long pid;
    private final ProcFile proc;

    JvmProcess(long pid, ProcFile proc) {
        this.pid = pid;
        this.proc = proc;
    }

    void awaitAttachable() throws CommandException {
        long begin = System.nanoTime();
        while (!isJvm()) {
            // Between the start of the program "java" and the loading of its JVM there are some milliseconds.
            if (!proc.program().equals("java") || System.nanoTime() - begin > LAUNCH_NANOS) {
                checkIsThere(); // what ends maps nothing any more
                throw new CommandException("process " + pid + " is not a HotSpot JVM" + child());
            }
            pause();
        }
        // With this, SIGQUIT is what it is for people: a thread dump to stdout.
        if (JvmOptions.areSet(proc.directory(), DISABLED)) {
            throw new RefusedException("process " + pid + " does not let others attach (-XX:+" + DISABLED
                    + "). Start it without that, or with -javaagent:nmt-agent.jar=report=FILE or a recording");
        }
        Namespaces.check(pid, proc);
        checkTemporaryDirectory();
        Namespaces.checkTemporaryDirectory(pid, proc);
        while (!isPrepared()) {
            if (System.nanoTime() - begin > START_NANOS) {
                throw new CommandException("process " + pid + " cannot be attached to: it is still starting, or hangs");
            }
            pause();
        }
    }

    /** A launcher, such as a shell or {@code timeout}, waits for the JVM that is meant. */
    private String child() {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(child -> child.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .map(child -> "; its child " + child.pid() + " is 'java'")
                .orElse("");
    }

    private boolean isJvm() throws CommandException {
        try {
            return proc.maps(path -> path.endsWith("/libjvm.so")) && !proc.maps(path -> path.contains("/libj9vm"));
        } catch (IOException e) {
            checkIsThere();
            throw new CommandException("process " + pid + " cannot be looked at: " + Reason.of(e));
        }
    }

    private void checkIsThere() throws CommandException {
        if (!proc.exists()) {
            throw new CommandException("process " + pid + " has ended");
        }
    }

    private boolean isPrepared() throws CommandException {
        checkIsThere();
        ProcFile now = ProcFile.of(pid);
        return now.catchesSigquit() || Files.exists(socket(now));
    }

    /** The socket at which it can be attached to, now. */
    Path socket() {
        return socket(proc);
    }

    /** The socket to attach to, once the JVM was asked to open it. */
    private Path socket(ProcFile now) {
        return temporaryDirectory().resolve(".java_pid" + now.namespacePid());
    }

    /** Always that, whatever {@code java.io.tmpdir} is. */
    private Path temporaryDirectory() {
        return proc.directory().resolve("root/tmp");
    }

    /**
     * The JVM says nothing if it cannot make a socket there: then the attaching process waits, and does not learn
     * what for.
     */
    void checkTemporaryDirectory() throws CommandException {
        if (Files.exists(socket(proc))) {
            return;
        }
        String problem = null;
        try {
            Path tmp = temporaryDirectory();
            if (proc.user() != ProcFile.own().user() && !isWritableFor(proc.user(), tmp)) {
                problem = "access denied";
            } else {
                Files.delete(Files.createTempDirectory(tmp, ".nmt"));
            }
        } catch (NoSuchFileException e) {
            problem = "there is none";
        } catch (AccessDeniedException e) {
            problem = "access denied";
        } catch (FileSystemException e) {
            problem = e.getReason() != null ? e.getReason() : Reason.of(e);
        } catch (IOException e) {
            problem = Reason.of(e);
        }
        if (problem != null) {
            checkIsThere(); // with a process, its view of /tmp goes
            throw new RefusedException(
                    "process " + pid + " cannot be attached to: its JVM cannot make a socket in its /tmp (" + problem
                            + "). Make /tmp writable (in a container: an empty volume)");
        }
    }

    private static boolean isWritableFor(int user, Path directory) throws IOException {
        int mode = (Integer) Files.getAttribute(directory, "unix:mode");
        boolean owner = Files.getAttribute(directory, "unix:uid").equals(user);
        // The group's members are not known here: then the JVM has to try.
        return (mode & 0022) != 0 || (owner && (mode & 0200) != 0);
    }

    private static void pause() throws CommandException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new CommandException("interrupted");
        }
    }
}
