package io.nmt.report.past;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The starts of rises, as they were found first: each stays while its subject rises about as fast, and after its end
 * until that falls. As many as subjects that points have had of late, or were told to grow in number. Thread-safe.
 */
final class KnownRises {
    private static final double OTHER_RATE_FACTOR = 1.5;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final int BETTER_FACTOR = 2; // times less error
    private static final int MOST_KNOWN = 1000; // others are dated anew each time
    private static final long FORGOTTEN_MILLIS = 300_000; // chance may hide a rise for a while

    private static final int FALLEN_DIVISOR = 2; // half of a rise in number is gone

    private final Map<Integer, Rising> stopped = new HashMap<>(); // by site
    private final Map<String, CountRise> counts = new HashMap<>(); // by subject
    private Map<String, Rise> known = new HashMap<>(); // by subject

    /**
     * Dates rises as at first, where they are the same.
     *
     * @param found by the points of now
     * @param endMillis of these points
     * @param aheadMillis by which their calendar is ahead of the clock of the history
     */
    synchronized List<Rising> dated(List<Rising> found, long endMillis, long aheadMillis) {
        Map<String, Rise> now = new HashMap<>(known);
        now.values().removeIf(rise -> endMillis - aheadMillis - rise.untilMillis() > FORGOTTEN_MILLIS);
        List<Rising> dated = new ArrayList<>();
        for (Rising rising : found) {
            String key = rising.kind() + " " + rising.id();
            Rise before = known.get(key);
            boolean isSame = before != null
                    && isSame(before, rising.rise())
                    && !isBetterDated(before, rising.rise())
                    && (before.isAfterOther() || !rising.rise().isAfterOther());
            Rise rise = isSame ? rising.rise().since(before.sinceMillis() + aheadMillis) : rising.rise();
            rise = isSame && before.isAfterOther() ? rise.after(Rise.Before.OTHER) : rise;
            now.put(key, isSame && isUncertain(rise) ? before.until(rise, aheadMillis) : rise.movedBy(-aheadMillis));
            dated.add(rising.dated(rise));
        }
        known = now;
        return dated;
    }

    /**
     * Remembers lines of code that have stopped, also when the points of their rise have become few.
     *
     * @param found by the points of now
     * @param sites the values of a line; empty if it rises again, or is in no point
     * @param aheadMillis as above
     */
    synchronized List<Rising> stopped(List<Rising> found, IntFunction<Series> sites, long aheadMillis) {
        found.forEach(
                each -> stopped.putIfAbsent(each.id(), each.dated(each.rise().movedBy(-aheadMillis))));
        List<Rising> all = new ArrayList<>();
        stopped.values().removeIf(known -> {
            Rise rise = known.rise().movedBy(aheadMillis);
            boolean stays = RiseFinder.hasStayed(sites.apply(known.id()), rise);
            if (stays) {
                all.add(known.dated(rise));
            }
            return !stays;
        });
        return all;
    }

    /**
     * Dates a growth that something else than points tells of, such as samples: as at first, where it is the same.
     *
     * @param subject its kind and number; of a line of code, as its rises have it
     * @param found as it is told now
     * @param aheadMillis as above
     */
    synchronized long firstStart(String subject, Rise found, long aheadMillis) {
        Rise before = known.get(subject);
        long now = found.untilMillis() - aheadMillis;
        boolean isSame = before != null && now - before.untilMillis() <= FORGOTTEN_MILLIS && isSame(before, found);
        Rise dated = isSame ? found.since(before.sinceMillis() + aheadMillis) : found;
        if (known.size() < MOST_KNOWN || known.containsKey(subject)) {
            known.put(subject, dated.movedBy(-aheadMillis));
        }
        return dated.sinceMillis();
    }

    /**
     * The rise of a subject as it was told in the last five minutes.
     *
     * @param subject as above
     * @param endMillis of the points of now
     * @param aheadMillis as above
     * @return null if none was
     */
    synchronized Rise lately(String subject, long endMillis, long aheadMillis) {
        Rise told = known.get(subject);
        return told == null || endMillis - aheadMillis - told.untilMillis() > FORGOTTEN_MILLIS
                ? null
                : told.movedBy(aheadMillis);
    }

    /**
     * Remembers a rise in number that is told now. One that paused before is the same.
     *
     * @param subject its kind and number
     * @param told as of now
     * @param aheadMillis as above
     */
    synchronized void risesInCount(String subject, CountRise told, long aheadMillis) {
        CountRise now = new CountRise(told.rise().movedBy(-aheadMillis), told.leaks());
        CountRise before = counts.get(subject);
        if (before != null || counts.size() < MOST_KNOWN) {
            counts.put(subject, before == null ? now : joined(before, now));
        }
    }

    /** The end is when it was higher than ever: growth is told for a while after that. */
    private static CountRise joined(CountRise before, CountRise now) {
        Rise first = before.rise();
        Rise last = now.rise();
        boolean isHigher = last.toBytes() > first.toBytes();
        long since = Math.min(first.sinceMillis(), last.sinceMillis());
        Rise rise = new Rise(
                since,
                (isHigher ? last : first).untilMillis() - since,
                Math.min(first.fromBytes(), last.fromBytes()),
                Math.max(first.toBytes(), last.toBytes()),
                last.bytesPerMinute(),
                last.errorPerMinute());
        return new CountRise(rise, before.leaks() || now.leaks());
    }

    /**
     * The known rises in number of which more than half is still there; others are forgotten.
     *
     * @param now the counts of all subjects
     * @param aheadMillis as above
     */
    synchronized Map<String, CountRise> inCount(Map<String, Long> now, long aheadMillis) {
        Map<String, CountRise> all = new HashMap<>();
        counts.entrySet().removeIf(each -> {
            Rise rise = each.getValue().rise();
            long least = rise.toBytes() - rise.bytes() / FALLEN_DIVISOR;
            boolean stays = now.getOrDefault(each.getKey(), 0L) > least;
            if (stays) {
                all.put(
                        each.getKey(),
                        new CountRise(rise.movedBy(aheadMillis), each.getValue().leaks()));
            }
            return !stays;
        });
        return all;
    }

    /** Tells whether a rise in number is known. */
    synchronized boolean hasCounts() {
        return !counts.isEmpty();
    }

    /** Tells whether a start was taken from a much worse line: what rose before had its part in it. */
    private static boolean isBetterDated(Rise before, Rise now) {
        return BETTER_FACTOR * now.errorPerMinute() < before.errorPerMinute() && isUncertain(before);
    }

    /** Tells whether a rate is known so badly that many others are the same as far as can be told. */
    private static boolean isUncertain(Rise rise) {
        return BETTER_FACTOR * CERTAIN_ERRORS * rise.errorPerMinute() > rise.bytesPerMinute();
    }

    /** Tells whether rates differ by less than a half, or than chance. */
    private static boolean isSame(Rise before, Rise now) {
        double chance = CERTAIN_ERRORS * Math.hypot((double) before.errorPerMinute(), (double) now.errorPerMinute());
        double half = (OTHER_RATE_FACTOR - 1) * Math.min(before.bytesPerMinute(), now.bytesPerMinute());
        return Math.abs(now.bytesPerMinute() - before.bytesPerMinute()) <= Math.max(half, chance);
    }
}
