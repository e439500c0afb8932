package io.nmt.report.leaks;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import java.util.ArrayList;
import java.util.List;

/**
 * Call sites that leak, told from those whose memory may be garbage that no collection has looked for: buffers that no
 * code can reach are freed when the garbage collector finds them, and those that have become old only when it looks at
 * the whole heap.
 */
public final class Suspects {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Suspects() {}

    /**
     * Looks for them.
     *
     * @return as of now, as the history of this process tells of them
     */
    public static Leaks find() {
        return find(HistoryReading.of(History.ofProcess(), 0));
    }

    /**
     * Looks for them.
     *
     * @param history of this process
     * @return as of now, as it tells of them
     */
    public static Leaks find(HistoryReading history) {
        return apart(NativeMemory.leaks(), history);
    }

    /**
     * Takes those for no suspects that the collector frees, where none of the whole heap is known to have run since
     * they had risen by half; and the others as {@link #dated} by the history. Of what that knows to rise, both tell
     * the same.
     *
     * @param leaks as they were found
     * @param history of this process
     * @return the same; those that may be garbage are among the holders ({@link Leaks#mayBeGarbage})
     */
    public static Leaks apart(Leaks leaks, HistoryReading history) {
        // Without suspects there is nothing to ask the JVM for; a debugger sees an exception when it tells first.
        return leaks.suspects().isEmpty() ? leaks : apart(leaks, history, WholeHeapCollections.last());
    }

    static Leaks apart(Leaks found, HistoryReading history, WholeHeapCollections.Last last) {
        Leaks leaks = dated(found, history);
        List<SiteUsage> suspects = new ArrayList<>();
        List<SiteUsage> holders = new ArrayList<>();
        for (SiteUsage usage : leaks.suspects()) {
            HistoryReading.Rising rising = history.risingSite(usage.site().id());
            boolean garbage = rising != null
                    ? history.mayBeGarbage(rising)
                    : usage.site().freedBy() == FreedBy.COLLECTOR && !survived(usage, last);
            (garbage ? holders : suspects).add(usage);
        }
        holders.addAll(leaks.holders());
        return new Leaks(leaks.minimumAgeNanos(), suspects, holders, leaks.pools(), leaks.judgedInNanos());
    }

    /**
     * Takes how fast suspects grow, and for how long, from the history, where that knows them to rise: it reads them
     * every ten seconds, while the trend of a suspect rests on two moments, and is known first where chance has made it
     * too steep. So both say the same.
     *
     * @param leaks as they were found
     * @param history of this process
     * @return the same suspects
     */
    static Leaks dated(Leaks leaks, HistoryReading history) {
        List<SiteUsage> suspects = new ArrayList<>();
        for (SiteUsage usage : leaks.suspects()) {
            HistoryReading.Rising rising = history.risingSite(usage.site().id());
            suspects.add(rising == null ? usage : dated(usage, rising.rise()));
        }
        return new Leaks(leaks.minimumAgeNanos(), suspects, leaks.holders(), leaks.pools(), leaks.judgedInNanos());
    }

    private static SiteUsage dated(SiteUsage usage, Rise rise) {
        return new SiteUsage(
                usage.site(),
                usage.liveBytes(),
                usage.standardErrorBytes(),
                usage.liveCount(),
                usage.samples(),
                usage.peakBytes(),
                usage.oldestAgeNanos(),
                rise.bytesPerMinute(),
                usage.growing(),
                usage.threadNames(),
                usage.growthErrorBytesPerMinute(),
                rise.forMillis() * NANOS_PER_MILLI,
                usage.judgedInNanos());
    }

    private static boolean survived(SiteUsage usage, WholeHeapCollections.Last last) {
        long half = usage.growingForNanos() / 2;
        return last.nanosAgo() >= 0
                && last.nanosAgo() < half
                && (last.needed() == 1 || collections(half) >= last.needed());
    }

    /** How many there were in some time, as far as the history tells. */
    private static long collections(long nanos) {
        List<HistoryPoint> points = History.ofProcess().points(History.now() - nanos / NANOS_PER_MILLI);
        return points.isEmpty()
                ? 0
                : points.get(points.size() - 1).get(HistoryFigure.FULL_COLLECTIONS)
                        - points.get(0).get(HistoryFigure.FULL_COLLECTIONS);
    }
}
