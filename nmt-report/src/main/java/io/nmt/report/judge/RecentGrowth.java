package io.nmt.report.judge;

import io.nmt.core.NativeMemory;

/**
 * The growth of this process for who asks again and again: judged each 10 s at the most, and in a thousandth of the
 * time. Thread-safe.
 */
public final class RecentGrowth {
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    private static final int TIMES = 1000;

    private static Growth growth;
    private static long endNanos;
    private static long tookNanos;

    private RecentGrowth() {}

    /**
     * Judges, if that is due.
     *
     * @return the newest answer; null if no call stacks are taken
     */
    public static synchronized Growth get() {
        if (NativeMemory.sampling().intervalBytes() == 0) {
            return null;
        }
        long start = System.nanoTime();
        if (growth == null || start - endNanos >= Math.max(SHORTEST_NANOS, TIMES * tookNanos)) {
            growth = Growth.now();
            endNanos = System.nanoTime();
            tookNanos = endNanos - start;
        }
        return growth;
    }
}
