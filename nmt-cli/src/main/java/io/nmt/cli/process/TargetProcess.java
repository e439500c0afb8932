package io.nmt.cli.process;

import com.sun.tools.attach.VirtualMachine;
import io.nmt.channel.CommandException;
import io.nmt.channel.CommandSocket;
import io.nmt.channel.ProcessStart;
import io.nmt.cli.guard.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The process that a command is about. On Linux {@code /proc} tells what it is, before anything is sent to it: to
 * attach means to send SIGQUIT, which ends a process that is not a JVM.
 */
public final class TargetProcess {
    private static final Path ROOT = Path.of("/");

    private final long pid;
    private final ProcFile proc; // null where there is no /proc

    private TargetProcess(long pid, ProcFile proc) {
        this.pid = pid;
        this.proc = proc;
    }

    /**
     * Looks at a process.
     *
     * @throws CommandException if there is none, or none that this user may ask
     */
    public static TargetProcess of(long pid) throws CommandException {
        if (pid == ProcessHandle.current().pid()) {
            throw new CommandException("process " + pid + " is this command itself");
        }
        if (!ProcFile.available()) {
            return new TargetProcess(pid, null);
        }
        TargetProcess process = new TargetProcess(pid, ProcFile.of(pid));
        process.checkThread();
        process.checkOwner();
        process.checkState();
        return process;
    }

    /**
     * Looks at a process of any user, which may be stopped.
     *
     * @throws CommandException if there is none, or no {@code /proc}
     */
    static TargetProcess ofAnyUser(long pid) throws CommandException {
        if (!ProcFile.available()) {
            throw new CommandException("a process can be read from outside on Linux alone");
        }
        TargetProcess process = new TargetProcess(pid, ProcFile.of(pid));
        process.checkThread();
        if (process.proc.isDead()) {
            throw new CommandException("process " + pid + " has ended");
        }
        return process;
    }

    /**
     * A process that is stopped would not answer, and what it is sent meanwhile it would take for something else later.
     */
    private void checkState() throws CommandException {
        if (proc.isDead()) {
            throw new CommandException("process " + pid + " has ended");
        }
        if (proc.isStopped()) {
            throw new CommandException("process " + pid + " is stopped; let it go on with: kill -CONT " + pid);
        }
    }

    /** Says of a process that was stopped meanwhile that it is. */
    void checkStillRuns() throws CommandException {
        if (proc != null && isAlive()) {
            new TargetProcess(pid, ProcFile.of(pid)).checkState();
        }
    }

    private void checkThread() throws CommandException {
        if (proc.threadGroup() != pid) {
            throw new CommandException(pid + " is a thread of process " + proc.threadGroup());
        }
    }

    private void checkOwner() throws CommandException {
        int user = ProcFile.own().user();
        if (user != 0 && user != proc.user()) {
            throw new RefusedException("process " + pid + " belongs to another user (" + proc.userName()
                    + "): only that user and root can ask it");
        }
    }

    public long pid() {
        return pid;
    }

    /** The process in {@code /proc}, or null where there is none. */
    public ProcFile proc() {
        return proc;
    }

    /** True if the process exists. */
    public boolean isAlive() {
        return proc != null ? proc.exists() : ProcessHandle.of(pid).isPresent();
    }

    /** The failure of a process that has not answered for so long. */
    CommandException silentFor(long millis) {
        String time = millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
        String silent = "process " + pid + " has not answered for " + time + ": ";
        if (!isAlive()) {
            return new CommandException("process " + pid + " has ended");
        }
        try {
            if (proc != null && ProcFile.of(pid).isStopped()) {
                return new CommandException(silent + "it is stopped; let it go on with: kill -CONT " + pid);
            }
        } catch (CommandException e) {
            return new CommandException("process " + pid + " has ended");
        }
        return new CommandException(silent + "it hangs, or pauses for long; --timeout=5m waits longer");
    }

    /** See {@link ProcessStart}. */
    public long start() {
        return proc != null ? ProcessStart.of(proc.directory()) : 0;
    }

    /** The sockets on which it may listen: one, mostly, or none. */
    public List<Path> sockets() {
        return socketsOf(pid, proc);
    }

    /** The sockets on which a process may listen; {@code proc} is null where there is no {@code /proc}. */
    static List<Path> socketsOf(long pid, ProcFile proc) {
        if (proc == null) {
            return trusted(CommandSocket.directories(ROOT, pid), null);
        }
        // As the process sees it, and if that is not to be looked at: as this one does.
        Path root = proc.directory().resolve("root");
        List<Path> sockets = trusted(CommandSocket.directories(root, proc.namespacePid()), proc);
        return sockets.isEmpty() ? trusted(CommandSocket.directories(ROOT, pid), proc) : sockets;
    }

    /**
     * The path by which that process reads a jar of this one: its own, or a copy's in a container.
     *
     * @throws CommandException if no copy can be made there
     */
    String pathFor(Path jar) throws CommandException {
        if (proc == null) {
            return jar.toString();
        }
        Path root = proc.directory().resolve("root");
        return Files.exists(root)
                        && isAlive()
                        && !isSameFile(jar, root.resolve(jar.toString().substring(1)))
                ? JarInContainer.put(root, jar)
                : jar.toString();
    }

    private static boolean isSameFile(Path file, Path there) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class)
                    .fileKey()
                    .equals(Files.readAttributes(there, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .fileKey());
        } catch (IOException e) {
            return false;
        }
    }

    /** The path at which this process finds a file of that one. */
    public Path fileOf(String absolutePath) {
        Path own = Path.of(absolutePath);
        if (proc == null) {
            return own;
        }
        Path seen = proc.directory().resolve("root").resolve(absolutePath.substring(1));
        return Files.exists(seen.getParent()) ? seen : own;
    }

    /** The sockets in those directories that belong to the process's user alone. */
    private static List<Path> trusted(List<Path> directories, ProcFile proc) {
        return directories.stream()
                .filter(directory -> isTrusted(directory, proc))
                .map(CommandSocket::in)
                .toList();
    }

    private static boolean isTrusted(Path directory, ProcFile proc) {
        try {
            return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    && (proc == null
                            || Files.getAttribute(directory, "unix:uid").equals(proc.user()))
                    && Files.getPosixFilePermissions(directory).stream()
                            .allMatch(permission -> permission.name().startsWith("OWNER_"));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Tells whether it is one, as far as this user can see; another user's process is known by its name. */
    boolean seemsJvm() {
        try {
            return proc.maps(path -> path.endsWith("/libjvm.so"));
        } catch (IOException e) {
            return proc.text("comm").strip().equals("java");
        }
    }

    /** The socket at which its JVM takes requests, once it has been asked to. */
    Path attachSocket() {
        return new JvmProcess(pid, proc).socket();
    }

    /**
     * Waits until it can be attached to, which a JVM that has just been started cannot yet.
     *
     * @throws CommandException if it is no JVM, or one that cannot be attached to
     */
    void awaitAttachable() throws CommandException {
        if (proc != null) {
            new JvmProcess(pid, proc).awaitAttachable();
        } else if (VirtualMachine.list().stream().noneMatch(jvm -> jvm.id().equals(Long.toString(pid)))) {
            throw new CommandException("process " + pid + " is not there, or is not a JVM of this user");
        }
    }
}
