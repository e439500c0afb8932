package io.nmt.jfr.recordings;

import io.nmt.report.past.HistoryFigure;
import java.util.HashMap;
import java.util.Map;

/** Takes in the JDK's events on interned strings, symbols, code cache, compile queue, compilers and collector. */
final class JvmTableEvents {
    static final String STRINGS = "jdk.StringTableStatistics";
    static final String SYMBOLS = "jdk.SymbolTableStatistics";
    static final String CODE = "jdk.CodeCacheStatistics";

    static final String QUEUE = "jdk.CompilerQueueUtilization";
    static final String TRACKING = "jdk.NativeMemoryUsage";

    static final String OF_COMPILERS = "Compiler";
    static final String OF_COLLECTOR = "GC";
    static final String OF_SETS = "GCCardSet"; // the collector's, apart since JDK 20

    static final String FOOTPRINT = "totalFootprint";
    static final String COUNT = "entryCount";

    private static final int MOST_KEYS = 64; // a JVM has a few; a damaged file may have any

    /** Used bytes by the first address of a segment: an event tells of one. */
    private final Map<Long, Long> segments = new HashMap<>();

    private final Map<String, Long> queues = new HashMap<>(); // by compiler
    private final Map<String, Long> ofCollector = new HashMap<>(); // by type of tracking

    void add(EventData event, long millis, CoursePoints points) {
        switch (event.name()) {
            case STRINGS -> {
                points.figure(millis, HistoryFigure.STRINGS, event.getLong(FOOTPRINT));
                points.figure(millis, HistoryFigure.STRING_COUNT, event.getLong(COUNT));
            }
            case SYMBOLS -> points.figure(millis, HistoryFigure.SYMBOLS, event.getLong(FOOTPRINT));
            case QUEUE -> {
                keep(queues, String.valueOf(event.getString("compiler")), event.getLong("queueSize"));
                points.figure(millis, HistoryFigure.QUEUED, sum(queues));
            }
            case TRACKING -> addTracking(event, millis, points);
            default -> addCode(event, millis, points);
        }
    }

    /** Used bytes of a segment; 0 where the event does not tell. */
    static long usedBytes(EventData event) {
        return event.getLong("reservedTopAddress")
                - event.getLong("startAddress")
                - event.getLong("unallocatedCapacity");
    }

    private void addCode(EventData event, long millis, CoursePoints points) {
        long used = usedBytes(event);
        if (used > 0) {
            keep(segments, event.getLong("startAddress"), used);
        }
        // All segments are told in a row: the last one has the sum.
        points.figure(millis, HistoryFigure.CODE, sum(segments));
    }

    private void addTracking(EventData event, long millis, CoursePoints points) {
        String type = String.valueOf(event.getString("type"));
        long committed = event.getLong("committed");
        switch (type) {
            case OF_COMPILERS -> points.figure(millis, HistoryFigure.COMPILERS, committed);
            case OF_COLLECTOR, OF_SETS -> {
                keep(ofCollector, type, committed);
                points.figure(millis, HistoryFigure.COLLECTOR, sum(ofCollector));
            }
            default -> {} // no part of these
        }
    }

    private static <K> void keep(Map<K, Long> last, K key, long value) {
        if (last.containsKey(key) || last.size() < MOST_KEYS) {
            last.put(key, value);
        }
    }

    /** The sum of the last value of each key. */
    private static long sum(Map<?, Long> last) {
        return last.values().stream().mapToLong(Long::longValue).sum();
    }
}
