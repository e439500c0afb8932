package io.nmt.report.past;

/**
 * Tells whether what rose has stopped, as a cache does that is full: for more than a minute there is no new high, and
 * all the time before there was one again and again. What rises in steps, or comes and goes while it rises, has stopped
 * only when it stands still for much longer than it did between two steps. Pure functions.
 */
final class Standstill {
    private static final long SHORTEST_MILLIS = 100_000;
    private static final long SHORTEST_OF_COUNT_MILLIS = 60_000; // exact, and without noise
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final double NEARLY_MINUTES = 0.5; // as much as that lower is as high
    private static final int LONGER_FACTOR = 2; // times the longest before

    private Standstill() {}

    /**
     * Looks at a rise.
     *
     * @param series of what rose
     * @param sinceMillis when it began to
     * @param perMinute how fast it rose
     */
    static boolean isOne(Series series, long sinceMillis, long perMinute) {
        return isOne(series, sinceMillis, perMinute, SHORTEST_MILLIS);
    }

    /** The same of what is counted. */
    static boolean isOneOfCount(Series series, long sinceMillis, long perMinute) {
        return isOne(series, sinceMillis, perMinute, SHORTEST_OF_COUNT_MILLIS);
    }

    private static boolean isOne(Series series, long sinceMillis, long perMinute, long shortestMillis) {
        int first = Math.max(0, series.indexAt(sinceMillis) - 1);
        if (perMinute <= 0 || first >= series.length() - 1) {
            return false;
        }
        long[] values = series.values();
        long[] millis = series.millis();
        long highest = values[first];
        long deepest = 0; // below the highest before
        int high = first; // the first that is nearly as high as the highest
        long still = 0;
        long longestBefore = 0;
        long deepestBefore = 0;
        for (int i = first + 1; i < values.length; i++) {
            deepest = Math.max(deepest, highest - values[i]);
            highest = Math.max(highest, values[i]);
            int before = high;
            while (values[high] < highest - NEARLY_MINUTES * perMinute) {
                high++;
            }
            if (high != before) {
                longestBefore = Math.max(longestBefore, still);
                deepestBefore = deepest;
            }
            still = millis[i] - millis[high];
        }
        if (highest - values[first] <= NEARLY_MINUTES * perMinute) {
            return false; // these points do not tell of the rise
        }
        long deepMillis = Math.round((double) deepestBefore / perMinute * MILLIS_PER_MINUTE);
        return still >= shortestMillis && still >= LONGER_FACTOR * Math.max(longestBefore, deepMillis);
    }
}
