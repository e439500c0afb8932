package io.nmt.report.reading.sources;

import io.nmt.report.model.MallocUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Glibc's malloc by its own figures, from the JVM's diagnostic commands. */
public final class GlibcMalloc {
    private static final Pattern HEAP = Pattern.compile("(?s)<heap nr=\"(\\d+)\">(.*?)</heap>");
    private static final Pattern FREE =
            Pattern.compile("<total type=\"(?:fast|rest)\" count=\"\\d+\" size=\"(\\d+)\"/>");
    private static final Pattern SYSTEM = Pattern.compile("<system type=\"current\" size=\"(\\d+)\"/>");
    private static final Pattern MAPPED = Pattern.compile("<total type=\"mmap\" count=\"\\d+\" size=\"(\\d+)\"/>");
    private static final Pattern OUTSTANDING =
            Pattern.compile("C-Heap outstanding allocations: (\\d+)K, retained: (\\d+)K( \\(may have wrapped\\))?");

    private GlibcMalloc() {}

    /**
     * Asks glibc. It locks one arena after the other while it counts that one's free blocks, so it is asked once: the
     * sums are in the JVM's own report, which was made already.
     *
     * @param vmInfo that report
     * @return null if there is no glibc, or the JVM does not tell
     */
    public static MallocUsage read(String vmInfo) {
        MallocUsage usage = ofSums(vmInfo);
        return usage != null ? usage : readArenas();
    }

    /**
     * Asks glibc for each arena. It locks one after the other while it counts that one's free blocks.
     *
     * @return null where it is not glibc, or before JDK 21
     */
    public static MallocUsage readArenas() {
        return ofInfo(DiagnosticCommands.run("systemNativeHeapInfo"));
    }

    /** Reads {@code malloc_info}; null if it is none. */
    public static MallocUsage ofInfo(String xml) {
        List<MallocUsage.Arena> arenas = new ArrayList<>();
        Matcher heap = HEAP.matcher(xml);
        int end = 0;
        while (heap.find()) {
            arenas.add(new MallocUsage.Arena(
                    Integer.parseInt(heap.group(1)), first(SYSTEM, heap.group(2)), sum(FREE, heap.group(2))));
            end = heap.end();
        }
        if (arenas.isEmpty()) {
            return null;
        }
        String totals = xml.substring(end);
        long free = sum(FREE, totals);
        long mapped = first(MAPPED, totals);
        return new MallocUsage(first(SYSTEM, totals) - free + mapped, free, mapped, arenas);
    }

    /** Reads {@code mallinfo} in {@code VM.info}; null if that does not tell. */
    public static MallocUsage ofSums(String vmInfo) {
        Matcher sums = OUTSTANDING.matcher(vmInfo);
        if (!sums.find() || sums.group(3) != null) {
            return null;
        }
        return new MallocUsage(Long.parseLong(sums.group(1)) << 10, Long.parseLong(sums.group(2)) << 10, -1, List.of());
    }

    private static long first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static long sum(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        long sum = 0;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }
}
