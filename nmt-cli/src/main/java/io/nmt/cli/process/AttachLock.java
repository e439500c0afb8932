package io.nmt.cli.process;

import io.nmt.cli.terminal.ProgressBar;
import java.io.IOException;
import java.io.PrintWriter;
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
    private static final long SILENT_MILLIS = 1500;

    private final FileChannel channel; // null where there is none
    private final FileLock lock; // null where another command kept it

    private AttachLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Waits until no other command attaches to a process. Where that takes long, says which one does.
     *
     * @param millis how long to wait at most
     */
    static AttachLock of(TargetProcess target, long millis, PrintWriter err) {
        if (target.proc() == null) {
            return new AttachLock(null, null);
        }
        Path file = target.proc().directory().resolve(FILE);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            return new AttachLock(
                    channel,
                    await(
                            channel,
                            millis,
                            () -> ProgressBar.printAbove(LockHolder.of(file).waiting(millis, target.pid()), err)));
        } catch (IOException e) {
            return new AttachLock(null, null); // another namespace's, or it has ended
        }
    }

    private static FileLock await(FileChannel channel, long millis, Runnable tell) {
        try {
            FileLock lock = tryLock(channel);
            boolean told = false;
            long begin = System.nanoTime();
            for (long waited = 0; lock == null && waited < millis; waited = (System.nanoTime() - begin) / 1_000_000) {
                if (!told && waited >= SILENT_MILLIS) {
                    tell.run();
                    told = true;
                }
                Thread.sleep(PAUSE_MILLIS);
                lock = tryLock(channel);
            }
            return lock;
        } catch (IOException e) {
            return null; // a system without such locks
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // another command in this JVM
        }
    }

    /** Lets the next one attach, also where one of the two fails. */
    @Override
    public void close() {
        try {
            if (lock != null) {
                lock.release();
            }
        } catch (IOException e) {
            // The channel releases it.
        }
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // It ends with this process.
        }
    }
}
