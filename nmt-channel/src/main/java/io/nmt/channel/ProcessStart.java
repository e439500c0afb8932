package io.nmt.channel;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The start of a process, as a number that two processes with the same id do not share: containers may have a process 1
 * each and one directory for temporary files.
 */
public final class ProcessStart {
    // In /proc/PID/stat, counted from behind the program's name, which may have spaces and parentheses in it.
    private static final int FIELD = 20;

    // The kernel adds the boot clock's offset of the reader's time namespace; a tick is a hundredth of a second.
    private static final Path OFFSETS = Path.of("/proc/self/timens_offsets");
    private static final String BOOT_CLOCK = "boottime";
    private static final long TICKS_PER_SECOND = 100;

    private ProcessStart() {}

    /**
     * Asks the system.
     *
     * @param process its directory in {@code /proc}
     * @return clock ticks since the system started, the same in each time namespace; 0 where the system does not tell
     */
    public static long of(Path process) {
        try {
            String stat = text(process.resolve("stat"));
            long ticks =
                    Long.parseLong(stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1)[FIELD]);
            return ticks - offsetTicks();
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    private static long offsetTicks() {
        try {
            return offsetTicks(text(OFFSETS));
        } catch (IOException | RuntimeException e) {
            return 0; // a kernel without time namespaces
        }
    }

    /**
     * Reads the file of offsets.
     *
     * @param offsets lines with a clock, seconds and nanoseconds
     * @return the boot clock's offset in ticks
     */
    static long offsetTicks(String offsets) {
        for (String line : offsets.lines().toList()) {
            String[] fields = line.strip().split("\\s+");
            if (fields[0].equals(BOOT_CLOCK)) {
                return Long.parseLong(fields[1]) * TICKS_PER_SECOND;
            }
        }
        return 0;
    }

    /** Not by a channel: there may be no direct memory left. */
    private static String text(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
