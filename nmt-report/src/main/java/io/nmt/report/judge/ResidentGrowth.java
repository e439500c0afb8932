package io.nmt.report.judge;

import java.util.List;

/**
 * By how much memory is more than at an earlier reading, and whether it has become so steadily. Two readings show a
 * difference and no more: it may be a jump, or a moment's. Immutable.
 *
 * @param bytes more than at the first of these readings; negative if it is less
 * @param nanos since then
 * @param readings that were compared, with the one that is judged
 * @param steady whether it has come up all the way, more than chance does
 */
record ResidentGrowth(long bytes, long nanos, int readings, boolean steady) {
    static final ResidentGrowth NONE = new ResidentGrowth(0, 0, 1, false);

    private static final long LEAST_BYTES = 8L << 20;
    private static final int LEAST_PART_OF_RSS = 100;
    private static final int LEAST_READINGS = 3;
    // A rise of three may be chance, also where it is even: it must be more.
    private static final int FACTOR_OF_FEW = 2;
    private static final int SHORTEST_PART = 16;
    private static final double MOST_OFF_THE_LINE = 0.25;
    private static final double LONGEST_PAUSE = 0.6;

    /**
     * Compares the last of several readings with those before: with the oldest, or, where memory did not grow at first
     * and does now, with the last half, quarter or less of the time.
     *
     * @param nanoTimes of the readings, the oldest first
     * @param bytes at each
     * @param rssBytes at each, of all memory: what another line has lost is no growth
     */
    static ResidentGrowth of(List<Long> nanoTimes, List<Long> bytes, List<Long> rssBytes) {
        int last = nanoTimes.size() - 1;
        if (last < 1) {
            return NONE;
        }
        long nanos = nanoTimes.get(last) - nanoTimes.get(0);
        for (int part = 1; part <= SHORTEST_PART; part *= 2) {
            int first = firstWithin(nanos / part, nanoTimes);
            int readings = last - first + 1;
            if (readings >= LEAST_READINGS + (part > 1 ? 1 : 0)) {
                ResidentGrowth growth = new ResidentGrowth(
                        bytes.get(last) - bytes.get(first), nanoTimes.get(last) - nanoTimes.get(first), readings, true);
                if (growth.isMuch(rssBytes.get(first), rssBytes.get(last))
                        && growth.isEven(nanoTimes.subList(first, last + 1), bytes.subList(first, last + 1))
                        && growth.isNew(bytes.subList(0, first), bytes.get(last))) {
                    return growth;
                }
            }
        }
        return new ResidentGrowth(bytes.get(last) - bytes.get(0), nanos, last + 1, false);
    }

    private static int firstWithin(long nanos, List<Long> nanoTimes) {
        int first = 0;
        while (nanoTimes.get(nanoTimes.size() - 1) - nanoTimes.get(first) > nanos) {
            first++;
        }
        return first;
    }

    private boolean isMuch(long rssBefore, long rssNow) {
        long least = Math.max(LEAST_BYTES, rssNow / LEAST_PART_OF_RSS);
        return bytes >= (readings > LEAST_READINGS ? least : FACTOR_OF_FEW * least) && rssNow - rssBefore >= bytes / 2;
    }

    /** Whether no reading is far from the straight line, and no pause so long that a jump in it would not show. */
    private boolean isEven(List<Long> nanoTimes, List<Long> values) {
        for (int i = 1; i < values.size(); i++) {
            double passed = (nanoTimes.get(i) - nanoTimes.get(0)) / (double) nanos;
            double expected = values.get(0) + passed * bytes;
            if (nanoTimes.get(i) - nanoTimes.get(i - 1) > LONGEST_PAUSE * nanos
                    || Math.abs(values.get(i) - expected) > MOST_OFF_THE_LINE * bytes) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is higher than ever before: what rises and falls in turns is not. */
    private boolean isNew(List<Long> before, long now) {
        return before.stream().allMatch(value -> value <= now - bytes / 2);
    }

    /** In a minute, in the mean. */
    long bytesPerMinute() {
        return nanos <= 0 ? 0 : Math.round(bytes / (nanos / 60e9));
    }
}
