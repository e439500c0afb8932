package io.nmt.report.top;

import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryFigure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects a {@link Reading}. Not thread-safe. */
public final class ReadingBuilder {
    private final Map<HistoryFigure, Long> figures = new EnumMap<>(HistoryFigure.class);
    private final Map<Listing, Integer> lengths = new EnumMap<>(Listing.class);
    private final List<Row> rows = new ArrayList<>();
    private final List<String> stack = new ArrayList<>();
    private final List<Reading.PastValue> past = new ArrayList<>();
    private List<Statement> statements = List.of();
    private long atMillis;
    private long trackedPeakBytes;
    private String notTracked = "";

    /** Nothing is read yet. */
    public ReadingBuilder() {}

    /**
     * Adds a figure.
     *
     * @param figure of the process
     * @param value of it
     * @return this
     */
    public ReadingBuilder figure(HistoryFigure figure, long value) {
        figures.put(figure, value);
        return this;
    }

    /**
     * Sets the most that was ever tracked.
     *
     * @param bytes of it
     * @return this
     */
    public ReadingBuilder trackedPeak(long bytes) {
        trackedPeakBytes = bytes;
        return this;
    }

    /**
     * Sets the judge's statements.
     *
     * @param judged the worst first
     * @param millis their time, since 1970
     * @return this
     */
    public ReadingBuilder statements(List<Statement> judged, long millis) {
        statements = judged;
        atMillis = millis;
        return this;
    }

    /**
     * Sets the categories that are not fully tracked.
     *
     * @param categories their names; empty if there are none
     * @return this
     */
    public ReadingBuilder notTracked(String categories) {
        notTracked = categories;
        return this;
    }

    /**
     * Adds a row.
     *
     * @param row of a list
     * @return this
     */
    public ReadingBuilder row(Row row) {
        rows.add(row);
        return this;
    }

    /**
     * Sets the length of a list.
     *
     * @param listing any
     * @param count of its rows, added or not
     * @return this
     */
    public ReadingBuilder length(Listing listing, int count) {
        lengths.put(listing, count);
        return this;
    }

    /**
     * Adds a line of the stack.
     *
     * @param line a call, a thread or a class
     * @return this
     */
    public ReadingBuilder stack(String line) {
        stack.add(line);
        return this;
    }

    /**
     * Adds an earlier value.
     *
     * @param series as {@link Row#series} and {@link Reading#series} give it
     * @param ageMillis how long ago
     * @param value then
     * @return this
     */
    public ReadingBuilder past(String series, long ageMillis, long value) {
        past.add(new Reading.PastValue(series, ageMillis, value));
        return this;
    }

    /**
     * Makes the reading.
     *
     * @param target the process
     * @return what was collected
     */
    public Reading build(Target target) {
        return new Reading(
                target, figures, trackedPeakBytes, statements, atMillis, notTracked, rows, lengths, stack, past);
    }
}
