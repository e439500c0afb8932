package io.nmt.jfr.recordings;

import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.util.EnumMap;
import java.util.Map;

/** Takes in points of the history that a recording has. */
final class OwnFigures {
    private static final Map<HistoryFigure, String> FIELDS = new EnumMap<>(Map.ofEntries(
            Map.entry(HistoryFigure.RSS, "resident"),
            Map.entry(HistoryFigure.ANONYMOUS, "anonymous"),
            Map.entry(HistoryFigure.FILES, "files"),
            Map.entry(HistoryFigure.SWAP, "swapped"),
            Map.entry(HistoryFigure.CGROUP, "cgroup"),
            Map.entry(HistoryFigure.LIMIT, "cgroupLimit"),
            Map.entry(HistoryFigure.HEAP_USED, "heapUsed"),
            Map.entry(HistoryFigure.HEAP, "heapCommitted"),
            Map.entry(HistoryFigure.METASPACE, "metaspace"),
            Map.entry(HistoryFigure.THREADS, "threads"),
            Map.entry(HistoryFigure.FULL_COLLECTIONS, "fullCollections"),
            Map.entry(HistoryFigure.CODE, "compiledCode"),
            Map.entry(HistoryFigure.STRINGS, "strings"),
            Map.entry(HistoryFigure.STRING_COUNT, "stringCount"),
            Map.entry(HistoryFigure.SYMBOLS, "symbols"),
            Map.entry(HistoryFigure.HEAP_RESIDENT, "heapResident"),
            Map.entry(HistoryFigure.QUEUED, "compileQueue"),
            Map.entry(HistoryFigure.COMPILERS, "compilers"),
            Map.entry(HistoryFigure.COMPILER_PEAK, "compilerPeak"),
            Map.entry(HistoryFigure.COLLECTOR, "collector"),
            Map.entry(HistoryFigure.OWN, "commands")));

    private OwnFigures() {}

    static void add(EventData event, long millis, CoursePoints points) {
        FIELDS.forEach((figure, field) -> {
            long value = event.hasField(field) ? event.getLong(field) : HistoryPoint.UNKNOWN;
            if (value >= 0) {
                points.ofHistory(millis, figure, value);
            }
        });
    }
}
