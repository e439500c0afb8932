package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that should be a JVM: whether it is one, and can take the signal that asks it to open its attach socket. */
final class JvmProcess {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long START_NANOS = 5 * NANOS_PER_SECOND;
    private static final long LAUNCH_NANOS = NANOS_PER_SECOND;
    private static final long PAUSE_MILLIS = 10;
    private static final String DISABLED = "-XX:+DisableAttachMechanism";

    private final long pid;
    private final ProcFile proc;

    JvmProcess(long pid, ProcFile proc) {
        this.pid = pid;
        this.proc = proc;
    }

    void awaitAttachable() throws CommandException {
        long begin = System.nanoTime();
        while (!isJvm()) {
            // Between the begin of the program "java" and the loading of its JVM there are some milliseconds.
            if (!proc.program().equals("java") || System.nanoTime() - begin > LAUNCH_NANOS) {
                throw new CommandException("process " + pid + " is not a HotSpot JVM");
            }
            pause();
        }
        // With this, SIGQUIT is what it is for people: a thread dump to stdout.
        if (proc.text("cmdline").contains(DISABLED) || proc.text("environ").contains(DISABLED)) {
            throw new CommandException("process " + pid + " lets nobody attach (" + DISABLED
                    + "); start it with -javaagent:nmt-agent.jar");
        }
        while (!isPrepared()) {
            if (System.nanoTime() - begin > START_NANOS) {
                throw new CommandException("process " + pid
                        + " does not let anybody attach: it is still starting, or was" + " started with -Xrs");
            }
            pause();
        }
    }

    private boolean isJvm() throws CommandException {
        try {
            return proc.maps(path -> path.endsWith("/libjvm.so")) && !proc.maps(path -> path.contains("/libj9vm"));
        } catch (IOException e) {
            if (!proc.exists()) {
                throw new CommandException("process " + pid + " has ended");
            }
            throw new CommandException("process " + pid + " may not be looked at: " + e.getMessage());
        }
    }

    private boolean isPrepared() throws CommandException {
        ProcFile now = ProcFile.of(pid);
        Path socket = proc.directory().resolve("root/tmp/.java_pid" + now.namespacePid());
        return now.catchesSigquit() || Files.exists(socket);
    }

    private static void pause() throws CommandException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new CommandException("interrupted");
        }
    }
}
