package io.nmt.report.judge;

import io.nmt.core.NativeMemory;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The growth of this process for a client that asks again and again. It is judged every 10 s at the most, and as a rule
 * in a thousandth of the time; no answer is older than a minute when it is asked for. Thread-safe.
 */
public final class RecentGrowth {
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int TIMES_AS_LONG = 1000;
    private static final RecentGrowth PROCESS = new RecentGrowth(Growth::now, System::nanoTime);

    private final Supplier<Growth> judge;
    private final LongSupplier clock;

    // Guarded by this.
    private Growth growth;
    private long endNanos;
    private long waitNanos;
    private long lastTookNanos = SHORTEST_NANOS / TIMES_AS_LONG;

    /**
     * Asks that judge.
     *
     * @param judge takes a while
     * @param clock in nanoseconds
     */
    RecentGrowth(Supplier<Growth> judge, LongSupplier clock) {
        this.judge = judge;
        this.clock = clock;
    }

    /**
     * Judges this process, if that is due.
     *
     * @return the newest answer; null if no call stacks are taken
     */
    public static Growth get() {
        return NativeMemory.sampling().intervalBytes() == 0 ? null : PROCESS.ask();
    }

    /**
     * The age of the answer that was given last.
     *
     * @return nanoseconds; negative if there was none
     */
    public static long ageNanos() {
        return PROCESS.age();
    }

    synchronized long age() {
        return growth == null ? -1 : Math.max(0, clock.getAsLong() - endNanos);
    }

    synchronized Growth ask() {
        long start = clock.getAsLong();
        if (growth == null || start - endNanos >= waitNanos) {
            growth = judge.get();
            endNanos = clock.getAsLong();
            waitNanos = waitAfter(endNanos - start);
        }
        return growth;
    }

    /**
     * The first answer loads classes, and one on a busy machine waits for a processor: so the shorter of the last two
     * counts.
     */
    private long waitAfter(long tookNanos) {
        long counts = Math.min(tookNanos, lastTookNanos);
        lastTookNanos = tookNanos;
        return Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, TIMES_AS_LONG * counts));
    }
}
