package io.nmt.bench.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine of the measurement; Linux only. */
public final class Machine {
    private Machine() {}

    /**
     * The machine.
     *
     * @return its cores, memory and system
     * @throws IOException if /proc cannot be read
     */
    public static String describe() throws IOException {
        long memoryKibibytes = Long.parseLong(find(Path.of("/proc/meminfo"), "MemTotal:\\s+(\\d+) kB"));
        return String.format(
                "%d cores (%s), %.1f GiB, %s %s",
                Runtime.getRuntime().availableProcessors(),
                find(Path.of("/proc/cpuinfo"), "model name\\s*:\\s*(.*)"),
                memoryKibibytes / 1048576.0,
                System.getProperty("os.name"),
                System.getProperty("os.version"));
    }

    /**
     * The JDK that runs this program.
     *
     * @return its name, version and vendor
     */
    public static String jdk() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version") + " ("
                + System.getProperty("java.vendor") + ")";
    }

    private static String find(Path file, String regex) throws IOException {
        Matcher matcher = Pattern.compile(regex).matcher(Files.readString(file));
        return matcher.find() ? matcher.group(1) : "0";
    }
}
