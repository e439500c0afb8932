package io.nmt.jfr.recordings;

import io.nmt.report.past.HistoryFigure;
import java.util.HashMap;
import java.util.Map;

/** Takes in the JDK's events on interned strings, symbols, and the segments of the code cache. */
final class JvmTableEvents {
    static final String STRINGS = "jdk.StringTableStatistics";
    static final String SYMBOLS = "jdk.SymbolTableStatistics";
    static final String CODE = "jdk.CodeCacheStatistics";

    static final String FOOTPRINT = "totalFootprint";
    static final String COUNT = "entryCount";

    /** Used bytes by the first address of a segment: an event tells of one. */
    private final Map<Long, Long> segments = new HashMap<>();

    void add(EventData event, long millis, CoursePoints points) {
        switch (event.name()) {
            case STRINGS -> {
                points.figure(millis, HistoryFigure.STRINGS, event.getLong(FOOTPRINT));
                points.figure(millis, HistoryFigure.STRING_COUNT, event.getLong(COUNT));
            }
            case SYMBOLS -> points.figure(millis, HistoryFigure.SYMBOLS, event.getLong(FOOTPRINT));
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
            segments.put(event.getLong("startAddress"), used);
        }
        // All segments are told in a row: the last one has the sum.
        long sum = segments.values().stream().mapToLong(Long::longValue).sum();
        points.figure(millis, HistoryFigure.CODE, sum);
    }
}
