package io.nmt.report.past;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmRow;
import io.nmt.report.model.JvmRow.Kind;
import io.nmt.report.model.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the JVM's own memory from a history: of compiled code and of the collector, the sums. Pure functions. */
public final class JvmPast {
    private static final Map<HistoryFigure, Kind> PARTS = new EnumMap<>(Map.of(
            HistoryFigure.CODE, Kind.SEGMENT,
            HistoryFigure.STRINGS, Kind.STRINGS,
            HistoryFigure.SYMBOLS, Kind.SYMBOLS,
            HistoryFigure.QUEUED, Kind.QUEUE,
            HistoryFigure.COMPILERS, Kind.COMPILERS,
            HistoryFigure.COMPILER_PEAK, Kind.PEAK,
            HistoryFigure.COLLECTOR, Kind.STRUCTURE));

    private static final long NANOS_PER_MILLI = 1_000_000;

    private JvmPast() {}

    /**
     * Reads the first figures.
     *
     * @param history of a process
     * @return with unknowns for what it does not tell
     */
    public static JvmBefore first(HistoryReading history) {
        List<JvmRow> rows = new ArrayList<>();
        PARTS.forEach((figure, kind) -> {
            Long value = history.figures().first(figure);
            if (value != null) {
                Long strings = history.figures().first(HistoryFigure.STRING_COUNT);
                rows.add(row(kind, value, strings == null ? Statement.UNKNOWN : strings));
            }
        });
        return new JvmBefore(history.spanMillis() * NANOS_PER_MILLI, JvmRow.read(rows));
    }

    /**
     * Reads the last figures.
     *
     * @param history of a process
     * @return the same, with the age of the oldest
     */
    public static JvmBefore last(HistoryReading history) {
        List<JvmRow> rows = new ArrayList<>();
        long oldest = history.endMillis();
        for (Map.Entry<HistoryFigure, Kind> part : PARTS.entrySet()) {
            long value = history.figures().last(part.getKey());
            if (value != HistoryPoint.UNKNOWN) {
                rows.add(row(part.getValue(), value, history.figures().last(HistoryFigure.STRING_COUNT)));
                oldest = Math.min(oldest, history.lastMillis(part.getKey()));
            }
        }
        return new JvmBefore((history.endMillis() - oldest) * NANOS_PER_MILLI, JvmRow.read(rows));
    }

    private static JvmRow row(Kind kind, long value, long strings) {
        long count = switch (kind) {
            case QUEUE -> value;
            case STRINGS -> strings;
            default -> Statement.UNKNOWN;
        };
        Accuracy accuracy = kind == Kind.STRUCTURE ? Accuracy.ESTIMATE : Accuracy.EXACT;
        return new JvmRow(kind, "", count, value, Statement.UNKNOWN, accuracy);
    }
}
