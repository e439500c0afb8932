package io.nmt.cli.process;

import io.nmt.channel.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process that holds a lock on a file, from {@code /proc/locks}.
 *
 * @param pid 0 where the kernel does not tell, as of a process in another namespace
 */
record LockHolder(long pid) {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final int PID = 4; // "1: POSIX ADVISORY WRITE 4541 fe:00:12387554 0 EOF"
    private static final int FILE = 5;

    static LockHolder of(Path file) {
        try {
            String id = idOf(file);
            return Files.readAllLines(LOCKS).stream()
                    .map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > FILE && words[FILE].equals(id))
                    .findFirst()
                    .map(words -> new LockHolder(Math.max(0, Long.parseLong(words[PID]))))
                    .orElse(new LockHolder(0));
        } catch (IOException | RuntimeException e) {
            return new LockHolder(0); // it has just let go, or such a system has no list
        }
    }

    /** The device's major and minor number, as the kernel packs them in {@code st_dev}, and the inode. */
    private static String idOf(Path file) throws IOException {
        long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
        long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
        long major = (device >> 8) & 0xfff;
        long minor = (device & 0xff) | ((device >> 12) & 0xfff00);
        return String.format("%02x:%02x:%d", major, minor, inode);
    }

    /**
     * The line for a user who waits for it.
     *
     * @param target the process that it attaches to
     */
    String waiting(long millis, long target) {
        String line = "nmt: waiting up to " + Math.max(1, millis / 1000) + " s for "
                + (pid == 0 ? "another command" : "process " + pid) + ", which attaches to process " + target;
        return isStopped() ? line + ". It is stopped: kill -CONT " + pid : line;
    }

    private boolean isStopped() {
        try {
            return pid != 0 && ProcFile.of(pid).isStopped();
        } catch (CommandException e) {
            return false; // it has ended
        }
    }
}
