package io.nmt.report.reading.sources;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the figures of another JVM from the texts of jcmd. Figures that no text has are 0. Pure functions. */
public final class JvmTexts {
    // 17 and 21: "garbage-first heap   total 262144K, used"; 25: "total reserved 262144K, committed 262144K";
    // ZGC: "used 4M, capacity 16M, max capacity 256M"; Shenandoah: "256M max, 256M soft max, 256M committed".
    private static final Pattern HEAP_COMMITTED = Pattern.compile("(?m)^(?!.*(?:Metaspace|class space)).*?"
            + "(?:total |, committed |used [^,]*, capacity |soft max, )(\\d+)([KMG])");
    private static final Pattern METASPACE = Pattern.compile("(?m)^ *Metaspace +used (\\d+)K, committed (\\d+)K");
    private static final Pattern CLASS_SPACE = Pattern.compile("(?m)^ *class space +used (\\d+)K, committed (\\d+)K");
    private static final Pattern CODE =
            Pattern.compile("(?m)^(?:CodeHeap '.*': size|CodeCache: size)=\\d+Kb,? used=(\\d+)Kb");
    private static final Pattern HEAP_MAX =
            Pattern.compile("(?m)(?:^Heap address: .*, size: |, max capacity )(\\d+) ?M");
    private static final Pattern ELAPSED = Pattern.compile("elapsed time: (\\d+)");
    private static final String CODE_HEAP = "CodeHeap '";

    private JvmTexts() {}

    /**
     * Reads them.
     *
     * @param vmInfo of {@code VM.info}
     * @param heapInfo of {@code GC.heap_info}
     * @param codeCache of {@code Compiler.codecache}
     * @return without the number of classes, and without what of the heap is used or lives
     */
    public static JvmFigures parse(String vmInfo, String heapInfo, String codeCache) {
        Matcher metaspace = METASPACE.matcher(vmInfo);
        Matcher classSpace = CLASS_SPACE.matcher(vmInfo);
        boolean hasMetaspace = metaspace.find();
        boolean hasClassSpace = classSpace.find();
        long used = hasMetaspace ? kilobytes(metaspace.group(1)) : 0;
        long committed = hasMetaspace ? kilobytes(metaspace.group(2)) : 0;
        long classUsed = hasClassSpace ? kilobytes(classSpace.group(1)) : 0;
        long classCommitted = hasClassSpace ? kilobytes(classSpace.group(2)) : 0;
        return new JvmFigures(
                sum(HEAP_COMMITTED, heapInfo),
                0,
                Math.max(first(HEAP_MAX, vmInfo), first(HEAP_MAX, heapInfo)) << 20,
                0,
                0,
                false,
                Math.max(0, committed - classCommitted),
                Math.max(0, used - classUsed),
                classCommitted,
                codeBytes(codeCache),
                0,
                1000 * first(ELAPSED, vmInfo),
                0);
    }

    /** The sum of the segments; one that is not segmented has a line for the whole. */
    private static long codeBytes(String codeCache) {
        boolean segmented = codeCache.contains(CODE_HEAP);
        Matcher used = CODE.matcher(codeCache);
        long bytes = 0;
        while (used.find()) {
            bytes += used.group().startsWith(CODE_HEAP) == segmented ? kilobytes(used.group(1)) : 0;
        }
        return bytes;
    }

    private static long kilobytes(String digits) {
        return Long.parseLong(digits) << 10;
    }

    private static long first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static long sum(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        long bytes = 0;
        while (matcher.find()) {
            int shift = switch (matcher.group(2)) {
                case "K" -> 10;
                case "M" -> 20;
                default -> 30;
            };
            bytes += Long.parseLong(matcher.group(1)) << shift;
        }
        return bytes;
    }
}
