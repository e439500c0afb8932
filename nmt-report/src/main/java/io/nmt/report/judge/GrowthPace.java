package io.nmt.report.judge;

/** Tells a growth with a rate from a jump, and from one that is over. Pure functions. */
final class GrowthPace {
    private static final double JUMP_SHARE = 0.7; // of the growth
    private static final double STILL_SHARE = 0.2; // of the rate until then
    private static final int PARTS = 3; // a jump takes a third of the time at most

    private GrowthPace() {}

    /**
     * Looks at readings of what has grown from the first to the last.
     *
     * @param nanos when each was read, ascending
     * @param bytes as many
     * @return false if most of the growth came between two readings of many, or hardly any in the last third of the
     *     time; true if they are too few to tell
     */
    static boolean isSteady(long[] nanos, long[] bytes) {
        int last = nanos.length - 1;
        long time = nanos[last] - nanos[0];
        long grown = bytes[last] - bytes[0];
        boolean isStill = false;
        for (int i = 1; i <= last; i++) {
            boolean isQuick = nanos[i] - nanos[i - 1] <= time / PARTS;
            if (isQuick && bytes[i] - bytes[i - 1] >= JUMP_SHARE * grown) {
                return false;
            }
            long age = nanos[last] - nanos[i];
            if (i < last && age >= time / PARTS) {
                isStill = bytes[last] - bytes[i] < STILL_SHARE * grown * age / time;
            }
        }
        return !isStill;
    }
}
