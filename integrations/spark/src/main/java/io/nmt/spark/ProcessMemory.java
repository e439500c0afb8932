package io.nmt.spark;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/** What the system says of this process's memory. */
final class ProcessMemory {
    private static final String RESIDENT = "VmRSS:";
    private static final String UNIT = " kB";
    private static final int UNIT_SHIFT = 10;

    private ProcessMemory() {}

    /** Resident memory, as of {@code /proc/self/status}; 0 on other systems than Linux. Takes some 20 µs. */
    static long residentBytes() {
        // By a stream: a channel would take a direct buffer.
        try (BufferedReader in = new BufferedReader(new FileReader("/proc/self/status", StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(RESIDENT) && line.endsWith(UNIT)) {
                    String number = line.substring(RESIDENT.length(), line.length() - UNIT.length());
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
