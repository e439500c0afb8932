package io.nmt.report.page;

import io.nmt.core.model.Site;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of code that grows. Immutable.
 *
 * @param site of it
 * @param bytes live at the end, an estimate
 * @param errorBytes one standard error of that
 * @param bytesPerMinute by which it grows
 * @param errorBytesPerMinute one standard error of that
 * @param sinceMillis when that began, about; -1 if it is not known
 * @param curve what it held
 * @param sentence the same for people
 */
public record Suspect(
        Site site,
        long bytes,
        long errorBytes,
        long bytesPerMinute,
        long errorBytesPerMinute,
        long sinceMillis,
        List<Held> curve,
        String sentence) {
    private static final int MOST_HELD_POINTS = 200;

    /** As it was found: copied. */
    public Suspect {
        curve = List.copyOf(curve);
    }

    /**
     * The lines of code that grow, with the figures of the statements on them.
     *
     * @param growth that was judged
     * @param history by which
     * @param times of the reader
     * @return in the order of the statements: leaks first, then what may be garbage
     */
    public static List<Suspect> of(Growth growth, HistoryReading history, Times times) {
        Map<Integer, Site> sites = new HashMap<>(history.sites());
        growth.lines()
                .leaks()
                .suspects()
                .forEach(usage -> sites.put(usage.site().id(), usage.site()));
        growth.lines().leaks().holders().forEach(usage -> sites.put(usage.site().id(), usage.site()));
        List<Suspect> suspects = new ArrayList<>();
        for (Statement statement : growth.statements()) {
            if (statement.subject().type() == SubjectType.SITE && statement.kind() != Statement.Kind.HELD) {
                int id = statement.subject().id();
                Site site = sites.get(id);
                if (site == null) {
                    continue; // the process has told of it, and the recording has none of its blocks
                }
                suspects.add(new Suspect(
                        site,
                        statement.amount(),
                        statement.error(),
                        statement.perMinute(),
                        statement.perMinuteError(),
                        statement.sinceMillis(),
                        curve(history, id),
                        StatementText.of(statement, times)));
            }
        }
        return suspects;
    }

    /** The last of each part of the points. */
    private static List<Held> curve(HistoryReading history, int site) {
        List<Held> all = new ArrayList<>();
        for (HistoryPoint point : history.points()) {
            Long bytes = point.sites().get(site);
            if (bytes != null) {
                all.add(new Held(point.millis(), bytes));
            }
        }
        int step = Math.max(1, (all.size() + MOST_HELD_POINTS - 1) / MOST_HELD_POINTS);
        List<Held> thinned = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i -= step) {
            thinned.add(0, all.get(i));
        }
        return thinned;
    }

    /**
     * Its bytes at a time.
     *
     * @param millis since 1970
     * @param bytes an estimate
     */
    public record Held(long millis, long bytes) {}
}
