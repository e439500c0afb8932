package io.nmt.report.top;

import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.util.List;
import java.util.Map;

/**
 * The figures of a process at one moment. Immutable.
 *
 * @param target the process
 * @param figures those that are known
 * @param trackedPeakBytes the most that was ever tracked
 * @param statements of the judge, the worst first
 * @param atMillis the time of the statements, since 1970; 0 if there are none
 * @param notTracked names of categories that are not fully tracked; mostly empty
 * @param rows of the categories, and of the list that was asked for, with that which is below it
 * @param lengths how many rows each of these lists would have, of which a long one has the largest alone
 * @param stack the calls of the site that was asked for, and who had its memory; empty if it holds nothing now
 * @param past what was in use before, if that was asked for
 */
public record Reading(
        Target target,
        Map<HistoryFigure, Long> figures,
        long trackedPeakBytes,
        List<Statement> statements,
        long atMillis,
        String notTracked,
        List<Row> rows,
        Map<Listing, Integer> lengths,
        List<String> stack,
        List<PastValue> past) {
    /** As it was read: copied. */
    public Reading {
        figures = Map.copyOf(figures);
        statements = List.copyOf(statements);
        rows = List.copyOf(rows);
        lengths = Map.copyOf(lengths);
        stack = List.copyOf(stack);
        past = List.copyOf(past);
    }

    /**
     * An earlier value.
     *
     * @param series of a row, or as {@link #series(HistoryFigure)} gives it
     * @param ageMillis how long ago
     * @param value then
     */
    public record PastValue(String series, long ageMillis, long value) {}

    /**
     * A figure.
     *
     * @param figure of the process
     * @return its value; {@link HistoryPoint#UNKNOWN} if it is not known
     */
    public long figure(HistoryFigure figure) {
        return figures.getOrDefault(figure, HistoryPoint.UNKNOWN);
    }

    /**
     * The key of a figure's series.
     *
     * @param figure of the process
     * @return unique among all series
     */
    public static String series(HistoryFigure figure) {
        return "FIGURE:" + figure.name();
    }
}
