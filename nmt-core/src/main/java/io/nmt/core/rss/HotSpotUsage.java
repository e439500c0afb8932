package io.nmt.core.rss;

import io.nmt.core.report.Scale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What HotSpot's own native memory tracking tells, if it is on.
 *
 * @param mallocBytes what the JVM has allocated by malloc for itself, with its headers
 * @param unsafeBytes what Java code holds through Unsafe, which HotSpot calls "Other"
 * @param mallocByType of {@code mallocBytes}, what for
 * @param mappingBytes committed by mmap for what has no line of its own here: not heap, classes, code, stacks, archive
 */
record HotSpotUsage(long mallocBytes, long unsafeBytes, long mappingBytes, Map<String, Long> mallocByType) {
    private static final Pattern TYPE = Pattern.compile("^-\\s+(.+?) \\(reserved=.*");
    private static final Pattern MALLOC = Pattern.compile("^\\s+\\((?:malloc|arena|tracking overhead)=(\\d+)KB.*");
    private static final Pattern MMAP = Pattern.compile("^\\s+\\(mmap: reserved=\\d+KB, committed=(\\d+)KB.*");
    private static final String UNSAFE = "Other";
    private static final int MOST_TYPES = 6;
    private static final Set<String> OWN_LINES =
            Set.of("Java Heap", "Class", "Metaspace", "Code", "Thread", "Shared class space");

    /** Returns what it says, or null if it is off. */
    static HotSpotUsage read() {
        return parse(DiagnosticCommands.run("vmNativeMemory", "summary", "scale=KB"));
    }

    static HotSpotUsage parse(String report) {
        if (!report.contains("Total: reserved=")) {
            return null;
        }
        Map<String, Long> byType = new TreeMap<>();
        long unsafe = 0;
        long mappings = 0;
        String type = "";
        for (String line : report.split("\n")) {
            Matcher header = TYPE.matcher(line);
            Matcher ofMalloc = MALLOC.matcher(line);
            Matcher ofMmap = MMAP.matcher(line);
            if (header.matches()) {
                type = header.group(1);
            } else if (ofMalloc.matches()) {
                long bytes = Long.parseLong(ofMalloc.group(1)) << 10;
                if (type.equals(UNSAFE)) {
                    unsafe += bytes;
                } else {
                    byType.merge(type, bytes, Long::sum);
                }
            } else if (ofMmap.matches() && !OWN_LINES.contains(type)) {
                mappings += Long.parseLong(ofMmap.group(1)) << 10;
            }
        }
        long malloc = byType.values().stream().mapToLong(Long::longValue).sum();
        return new HotSpotUsage(malloc, unsafe, mappings, byType);
    }

    /** What most of the JVM's malloc is for, in words. */
    String largestTypes() {
        return mallocByType.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_TYPES)
                .map(type -> type.getKey() + " " + Scale.KB.format(type.getValue()))
                .collect(Collectors.joining(", "));
    }
}
