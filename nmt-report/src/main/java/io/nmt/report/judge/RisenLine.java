package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.Site;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import io.nmt.report.past.Rising.Kind;
import java.util.Map;

/**
 * The line of code that rose most with a category, though not steadily. Immutable.
 *
 * @param line with its number; null if none rose by a part that matters
 * @param percent of the category's rise
 * @param lines of the category that samples tell of
 */
record RisenLine(Site line, long percent, long lines) {
    private static final int MIN_PERCENT = 5;
    private static final int ALL_PERCENT = 100;
    private static final int MIN_TOLD_PERCENT = 34; // samples may have a third of what there is
    private static final double MAX_OF_CATEGORY_FACTOR = 1.5; // of its growth

    /** Compares what lines hold with what they held when the category began to rise. */
    static RisenLine find(HistoryReading history, Rising category) {
        long lines = 0;
        long most = 0;
        Site risen = null;
        for (Map.Entry<Integer, Site> entry : history.sites().entrySet()) {
            Site line = entry.getValue();
            if (!line.category().equals(category.name()) || line.pool()) {
                continue;
            }
            lines++;
            long grown = history.figures()
                    .floorRisenSince(entry.getKey(), category.rise().sinceMillis());
            boolean isTold = history.risingSite(entry.getKey()) != null;
            if (grown > most && !isTold) {
                most = grown;
                risen = line.withId(entry.getKey());
            }
        }
        long all = history.figures()
                .floorRisenSince(Category.withId(category.id()), category.rise().sinceMillis());
        long percent = ALL_PERCENT * most / Math.max(1, all);
        return percent < MIN_PERCENT
                ? new RisenLine(null, 0, lines)
                : new RisenLine(risen, Math.min(ALL_PERCENT, percent), lines);
    }

    /**
     * The line's rise as it was told lately: the category goes on, and samples of little memory are only too few to be
     * certain of the line each time.
     *
     * @return null if none was, if another line has most of the category's growth, or if this one stands still
     */
    Rise toldLately(HistoryReading history, Rising category) {
        Rise told = line == null || percent < MIN_TOLD_PERCENT
                ? null
                : history.told().lately(Kind.SITE + " " + line.id());
        return told == null
                        || told.bytesPerMinute()
                                > MAX_OF_CATEGORY_FACTOR * category.rise().bytesPerMinute()
                        || history.figures().standsStill(line.id(), told.sinceMillis(), told.bytesPerMinute())
                ? null
                : told;
    }

    Evidence evidence() {
        return line == null
                ? new Evidence(Basis.NO_LINE_ROSE, lines)
                : new Evidence(Basis.MOST_FROM_PERCENT, percent, line.toString());
    }
}
