package io.nmt.spark;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** The system's figures of this process's memory. */
final class ProcessMemory {
    private static final String STATUS = "/proc/self/status";
    private static final String ROLLUP = "/proc/self/smaps_rollup";
    private static final String UNIT = " kB";
    private static final int UNIT_SHIFT = 10;

    private ProcessMemory() {}

    /**
     * Resident memory; 0 if it is unknown, as on other systems than Linux. Takes some 20 µs, but milliseconds where the
     * kernel shows 0 in {@code status}, as with many processors (JDK-8385892).
     */
    static long residentBytes() {
        return residentBytes(STATUS, ROLLUP);
    }

    static long residentBytes(String status, String rollup) {
        long bytes = bytes(status, "VmRSS:");
        return bytes > 0 ? bytes : bytes(rollup, "Rss:");
    }

    private static long bytes(String path, String field) {
        // By a stream: a channel would take a direct buffer.
        try (BufferedReader in = new BufferedReader(new FileReader(path, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(field) && line.endsWith(UNIT)) {
                    String number = line.substring(field.length(), line.length() - UNIT.length());
                    return Long.parseLong(number.strip()) << UNIT_SHIFT;
                }
            }
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
        return 0;
    }

    /** The limit of the process's container, or the memory of the machine; 0 if the JVM does not know. */
    static long limitBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean bean
                ? bean.getTotalMemorySize()
                : 0;
    }
}
