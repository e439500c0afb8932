package io.nmt.agent.jmx;

import io.nmt.core.NativeMemory;
import io.nmt.report.leaks.Suspects;

/** How many call sites are suspects, looked for as seldom as its costs say. Thread-safe. */
final class SuspectCount {
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    private static final int TIMES = 1000;
    private static final long UNKNOWN = -1;

    private long count = UNKNOWN;
    private long end;
    private long tookNanos;

    /** Returns -1 if no call stacks are taken. */
    synchronized long get() {
        if (NativeMemory.sampling().intervalBytes() == 0) {
            return UNKNOWN;
        }
        long start = System.nanoTime();
        if (count == UNKNOWN || start - end >= Math.max(SHORTEST_NANOS, TIMES * tookNanos)) {
            count = Suspects.find().suspects().size();
            end = System.nanoTime();
            tookNanos = end - start;
        }
        return count;
    }
}
