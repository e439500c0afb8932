package io.nmt.report.reading.sources;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import io.nmt.core.mappings.AddressSpace;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of the process, by its JVM and by the system.
 *
 * @param directBytes of direct buffers: {@code -XX:MaxDirectMemorySize}, or the largest size of the heap; 0 if not
 *     known
 * @param heapIsConfigured whether the largest size of the heap was set, by {@code -Xmx} or another option
 * @param containerBytes of memory, for the cgroup; 0 if there is none, or it is not known
 * @param mappings how many regions the process may have ({@code vm.max_map_count}); 0 if not known
 * @param swap whether the system has any
 * @param hugePages when the system takes huge pages itself: {@code always}, {@code madvise} or {@code never}; empty if
 *     not known
 * @param arenas of glibc's malloc, by {@code MALLOC_ARENA_MAX}; 0 if that is not set
 * @param metaspaceBytes of class metadata, with the class space: {@code -XX:MaxMetaspaceSize}; 0 if there is none
 * @param classSpaceBytes of the class space: {@code -XX:CompressedClassSpaceSize}; 0 if there is none
 */
public record Limits(
        long directBytes,
        boolean heapIsConfigured,
        long containerBytes,
        long mappings,
        boolean swap,
        String hugePages,
        int arenas,
        long metaspaceBytes,
        long classSpaceBytes) {
    private static final Pattern CONTAINER =
            Pattern.compile("(?m)^memory_limit(?:_in_bytes)?: +(\\d+)( ?[kK][bB]?| ?[mM][bB]?)?");
    private static final String ARENAS = "MALLOC_ARENA_MAX";
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)\\]");
    private static final Pattern SWAP = Pattern.compile("(?m)^SwapTotal: +(\\d+) kB");

    /** Reads the rest beside the JVM's report, {@code VM.info}. */
    public static Limits read(String vmInfo) {
        long direct = 0;
        boolean configured = false;
        try {
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long option = Long.parseLong(bean.getVMOption("MaxDirectMemorySize").getValue());
            direct = option > 0 ? option : Runtime.getRuntime().maxMemory();
            configured = isConfigured(bean.getVMOption("MaxHeapSize"));
        } catch (RuntimeException | LinkageError e) {
            // This JVM does not tell.
        }
        Matcher chosen = CHOSEN.matcher(text("/sys/kernel/mm/transparent_hugepage/enabled"));
        Matcher swap = SWAP.matcher(text("/proc/meminfo"));
        return new Limits(
                direct,
                configured,
                containerBytes(vmInfo, AddressSpace.OWN),
                number(text("/proc/sys/vm/max_map_count").strip()),
                swap.find() && number(swap.group(1)) > 0,
                chosen.find() ? chosen.group(1) : "",
                arenas(System.getenv(ARENAS)),
                MetaspaceText.limitBytes(vmInfo),
                MetaspaceText.classSpaceBytes(vmInfo));
    }

    /**
     * Those of another process, as far as they can be seen from outside.
     *
     * @param process its directory in {@code /proc}
     * @param vmInfo its JVM's report; empty without an answer
     */
    public static Limits outside(File process, String vmInfo) {
        long container = containerBytes(vmInfo, process);
        return new Limits(
                0,
                false,
                container,
                0,
                false,
                "",
                arenas(Allocator.variable(process, ARENAS)),
                MetaspaceText.limitBytes(vmInfo),
                MetaspaceText.classSpaceBytes(vmInfo));
    }

    /** The largest size of the heap. {@code Runtime.maxMemory} leaves out the part that some collectors keep empty. */
    static long heapBytes() {
        try {
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return Long.parseLong(bean.getVMOption("MaxHeapSize").getValue());
        } catch (RuntimeException | LinkageError e) {
            return Runtime.getRuntime().maxMemory();
        }
    }

    private static boolean isConfigured(VMOption option) {
        return option.getOrigin() != VMOption.Origin.DEFAULT && option.getOrigin() != VMOption.Origin.ERGONOMIC;
    }

    private static long containerBytes(String vmInfo, File process) {
        long told = containerBytes(vmInfo);
        long found = Cgroup.of(process).limitBytes();
        return told <= 0 || found <= 0 ? Math.max(told, found) : Math.min(told, found);
    }

    /** Reads {@code VM.info}; a figure without a unit is bytes. */
    public static long containerBytes(String vmInfo) {
        Matcher limit = CONTAINER.matcher(vmInfo);
        if (!limit.find()) {
            return 0;
        }
        String unit = limit.group(2) == null ? "" : limit.group(2).strip().toLowerCase(Locale.ROOT);
        return number(limit.group(1)) << (unit.startsWith("k") ? 10 : unit.startsWith("m") ? 20 : 0);
    }

    private static int arenas(String setting) {
        return setting == null ? 0 : (int) Math.min(Integer.MAX_VALUE, Math.max(0, number(setting.strip())));
    }

    private static long number(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String text(String path) {
        // By a stream: a channel would take a direct buffer.
        try (FileInputStream in = new FileInputStream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
