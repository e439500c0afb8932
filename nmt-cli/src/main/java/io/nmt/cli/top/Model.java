package io.nmt.cli.top;

import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.Row;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A process as far as it is read: its last reading, the last rows of each list, and the past. Not thread-safe. */
final class Model {
    private static final HistoryFigure[] WITH_PAST = {HistoryFigure.RSS, HistoryFigure.HEAP_USED, HistoryFigure.TRACKED
    };

    private final long pid;
    private final RecentSeries past = new RecentSeries();
    private final Map<Listing, List<Row>> rows = new EnumMap<>(Listing.class);
    private final Map<Listing, Integer> lengths = new EnumMap<>(Listing.class);
    private List<String> stack = List.of();
    private String stackOf = "";
    private Reading last;
    private Times times = new Times(ZoneOffset.UTC, 0);
    private long millis;

    Model(long pid) {
        this.pid = pid;
    }

    /** Takes a reading, and what was asked for. */
    void add(Query query, Reading reading, long nowMillis) {
        if (query.stack() != null && !reading.stack().isEmpty()) {
            stackOf = query.listing().name() + ":" + query.stack();
            stack = reading.stack();
        }
        last = reading;
        millis = nowMillis;
        times = new Times(ZoneId.systemDefault(), Math.max(0, reading.atMillis()));
        reading.past().forEach(value -> past.add(value.series(), nowMillis - value.ageMillis(), value.value()));
        for (HistoryFigure figure : WITH_PAST) {
            if (reading.figure(figure) != HistoryPoint.UNKNOWN) {
                past.add(Reading.series(figure), nowMillis, reading.figure(figure));
            }
        }
        reading.lengths().keySet().forEach(listing -> rows.put(listing, new ArrayList<>()));
        lengths.putAll(reading.lengths());
        for (Row row : reading.rows()) {
            past.add(row.series(), nowMillis, row.amount());
            rows.computeIfAbsent(row.listing(), key -> new ArrayList<>()).add(withGrowth(row));
        }
        past.forget(nowMillis);
    }

    /** Adds growth to a row of which no statement of the process tells any. */
    private Row withGrowth(Row row) {
        if (row.listing().below() == null || row.growthPerMinute() != Row.UNKNOWN) {
            return row;
        }
        return new Row(
                row.listing(),
                row.key(),
                row.group(),
                row.name(),
                row.amount(),
                row.error(),
                row.count(),
                row.extra(),
                past.growthPerMinute(row.series(), millis),
                0,
                false);
    }

    long pid() {
        return pid;
    }

    Reading last() {
        return last;
    }

    /** Returns the judge's statements, the worst first. */
    List<Statement> statements() {
        return last.statements();
    }

    /** Returns the times of this terminal, up to the last reading. */
    Times times() {
        return times;
    }

    /** The time of the reading. */
    long millis() {
        return millis;
    }

    /** The rows of a list; null if it was not read yet. */
    List<Row> rows(Listing listing) {
        return rows.get(listing);
    }

    /** The rows of a list in the process: more than {@link #rows} if it is long. */
    int length(Listing listing) {
        return lengths.getOrDefault(listing, 0);
    }

    /** The stack of a place, as it was when that held something; empty if it was not read yet. */
    List<String> stack(Place place) {
        return place.above().series().equals(stackOf) ? stack : List.of();
    }

    /** The last five minutes. */
    String line(String series, int columns) {
        return past.line(series, millis, columns);
    }
}
