package io.nmt.cli.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lets one command at a time attach to a process, so that the others find the agent that the first has loaded: since
 * 21 the JVM warns at each load.
 *
 * <p>The lock is on a file of {@code /proc/PID}. Only the process's user and root can open it for writing, nothing is
 * written, and nothing is left behind. Where there is no such file, or another command holds it for too long, this
 * command goes on: to attach twice is no error.
 */
final class AttachLock implements AutoCloseable {
    private static final String FILE = "comm"; // any that its user may open for writing
    private static final long PAUSE_MILLIS = 50;

    private final FileChannel channel; // null where there is none

    private AttachLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until no other command attaches to a process.
     *
     * @param proc what {@code /proc} tells of it; null where there is no {@code /proc}
     * @param millis how long to wait at most
     */
    static AttachLock of(ProcFile proc, long millis) {
        if (proc == null) {
            return new AttachLock(null);
        }
        Path file = proc.directory().resolve(FILE);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            await(channel, System.nanoTime() + millis * 1_000_000);
            return new AttachLock(channel);
        } catch (IOException e) {
            return new AttachLock(null); // another namespace's, or it has ended
        }
    }

    private static void await(FileChannel channel, long endNanos) {
        try {
            while (!isLocked(channel) && System.nanoTime() - endNanos < 0) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            return; // a system without such locks
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // another command in this JVM
        }
    }

    /** Lets the next one attach. */
    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The lock ends with this process.
        }
    }
}
