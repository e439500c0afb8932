package io.nmt.report.reading.sources;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HotSpot's own native memory tracking, if it is on.
 *
 * @param mallocBytes what the JVM has allocated by malloc for itself, with its headers
 * @param unsafeBytes what Java code holds through Unsafe, which HotSpot calls "Other"
 * @param mallocByType of {@code mallocBytes}, what for
 * @param mappingBytes committed by mmap for what has no line of its own here: not heap, classes, code, stacks, archive
 * @param roundingBytes what glibc adds to the blocks of {@code mallocBytes}: its own header, and up to the next
 *     multiple of 16. From how many blocks there are for each purpose and how large they are in the mean
 */
public record HotSpotUsage(
        long mallocBytes, long unsafeBytes, long mappingBytes, long roundingBytes, Map<String, Long> mallocByType) {
    private static final Pattern TYPE = Pattern.compile("^-\\s+(.+?) \\(reserved=.*");
    private static final Pattern MALLOC = Pattern.compile("^\\s+\\((?:malloc|arena|tracking overhead)=(\\d+)KB.*");
    private static final Pattern MMAP = Pattern.compile("^\\s+\\(mmap: reserved=\\d+KB, committed=(\\d+)KB.*");
    private static final Pattern BLOCKS = Pattern.compile("^\\s+\\(malloc=(\\d+)KB[^#]*#(\\d+)\\).*");
    private static final Pattern ALL_BLOCKS = Pattern.compile("(?m)^\\s+malloc: \\d+KB #(\\d+)");
    private static final Pattern OVERHEAD = Pattern.compile("\\(tracking overhead=(\\d+)KB\\)");
    private static final int USUAL_HEADER_BYTES = 18;
    private static final String UNSAFE = "Other";
    private static final int MOST_TYPES = 6;
    private static final long LEAST_BYTES = 512L << 10;
    private static final Set<String> OWN_LINES =
            Set.of("Java Heap", "Class", "Metaspace", "Code", "Thread", "Shared class space");

    /** Returns what it says, or null if it is off. */
    public static HotSpotUsage read() {
        return parse(DiagnosticCommands.run("vmNativeMemory", "summary", "scale=KB"));
    }

    /** Returns what a report of {@code VM.native_memory summary scale=KB} says, or null if tracking is off. */
    public static HotSpotUsage parse(String report) {
        if (!report.contains("Total: reserved=")) {
            return null;
        }
        Map<String, Long> byType = new TreeMap<>();
        long unsafe = 0;
        long mappings = 0;
        double rounding = 0;
        long header = headerBytes(report);
        String type = "";
        for (String line : report.split("\n")) {
            Matcher named = TYPE.matcher(line);
            Matcher ofMalloc = MALLOC.matcher(line);
            Matcher ofMmap = MMAP.matcher(line);
            if (named.matches()) {
                type = named.group(1);
            } else if (ofMalloc.matches()) {
                long bytes = Long.parseLong(ofMalloc.group(1)) << 10;
                if (type.equals(UNSAFE)) {
                    unsafe += bytes;
                } else {
                    byType.merge(type, bytes, Long::sum);
                    rounding += rounding(line, header);
                }
            } else if (ofMmap.matches() && !OWN_LINES.contains(type)) {
                mappings += Long.parseLong(ofMmap.group(1)) << 10;
            }
        }
        long malloc = byType.values().stream().mapToLong(Long::longValue).sum();
        return new HotSpotUsage(malloc, unsafe, mappings, Math.round(rounding), byType);
    }

    /** Bytes that it puts before and after each block. */
    private static long headerBytes(String report) {
        Matcher blocks = ALL_BLOCKS.matcher(report);
        Matcher overhead = OVERHEAD.matcher(report);
        return blocks.find() && overhead.find() && !blocks.group(1).equals("0")
                ? Math.round((Long.parseLong(overhead.group(1)) << 10) / Double.parseDouble(blocks.group(1)))
                : USUAL_HEADER_BYTES;
    }

    private static double rounding(String line, long header) {
        Matcher blocks = BLOCKS.matcher(line);
        if (!blocks.matches()) {
            return 0;
        }
        long count = Long.parseLong(blocks.group(2));
        double mean = (Long.parseLong(blocks.group(1)) << 10) / (double) Math.max(1, count);
        return count * GlibcChunk.meanRounding(mean + header);
    }

    /**
     * The JVM's malloc by purpose, as far as a purpose takes much, and what is left in one line.
     *
     * @param residentBytes of all together: divided among the lines as what was allocated is
     */
    public List<ResidentLine> mallocLines(long residentBytes) {
        List<ResidentLine> lines = new ArrayList<>();
        List<Map.Entry<String, Long>> types = new ArrayList<>(mallocByType.entrySet());
        types.sort(Map.Entry.<String, Long>comparingByValue().reversed());
        long bytesLeft = mallocBytes;
        long residentLeft = residentBytes;
        for (Map.Entry<String, Long> type : types.subList(0, Math.min(MOST_TYPES, types.size()))) {
            long bytes = type.getValue();
            if (bytes >= LEAST_BYTES) {
                long resident = (long) ((double) residentBytes * bytes / mallocBytes);
                lines.add(line(Component.JVM_MALLOC.label() + ", " + type.getKey(), bytes, resident));
                bytesLeft -= bytes;
                residentLeft -= resident;
            }
        }
        lines.add(line(Component.JVM_MALLOC.label(), bytesLeft, residentLeft));
        return lines;
    }

    private static ResidentLine line(String component, long bytes, long residentBytes) {
        return new ResidentLine(component, Component.JVM_MALLOC, bytes, bytes, residentBytes, Accuracy.BOUNDED, "");
    }
}
