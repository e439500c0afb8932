package io.nmt.report.past;

import io.nmt.report.past.HistoryReading.Rising;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The starts of rises, as they were found first: each stays while its subject rises about as fast. As many as subjects
 * that rose at the last look. Thread-safe.
 */
final class KnownRises {
    private static final double OTHER_RATE_FACTOR = 1.5;

    private Map<String, Rise> known = new HashMap<>(); // by subject

    /**
     * Dates rises as at first, where they are the same.
     *
     * @param found by the points of now
     * @param aheadMillis by which the calendar of these points is ahead of the clock of the history
     */
    synchronized List<Rising> dated(List<Rising> found, long aheadMillis) {
        Map<String, Rise> now = new HashMap<>();
        List<Rising> dated = new ArrayList<>();
        for (Rising rising : found) {
            String key = rising.kind() + " " + rising.id();
            Rise before = known.get(key);
            boolean isSame = before != null
                    && isSame(before.bytesPerMinute(), rising.rise().bytesPerMinute());
            Rise rise = isSame ? rising.rise().since(before.sinceMillis() + aheadMillis) : rising.rise();
            now.put(key, rise.since(rise.sinceMillis() - aheadMillis));
            dated.add(rising.dated(rise));
        }
        known = now;
        return dated;
    }

    private static boolean isSame(long before, long now) {
        return now <= OTHER_RATE_FACTOR * before && before <= OTHER_RATE_FACTOR * now;
    }
}
