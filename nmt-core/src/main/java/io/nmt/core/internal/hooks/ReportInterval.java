package io.nmt.core.internal.hooks;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets a report begin, then one after a minute, after two more, four, and so on up to an hour: an application may catch
 * an error again and again, and reports of that must not take the place of those before. This also keeps out a report
 * that meets the error itself. Thread-safe; it never waits.
 */
final class ReportInterval {
    private static final long MINUTE_NANOS = 60L * 1_000_000_000;
    private static final long MOST_NANOS = 60 * MINUTE_NANOS;
    private static final long NEVER = Long.MIN_VALUE;

    // When the last report began, or NEVER. There is nothing to release: an error in a report only delays the next one.
    private final AtomicLong beganNanos = new AtomicLong(NEVER);
    private volatile long apartNanos = MINUTE_NANOS;
    private volatile long apartBeforeNanos = MINUTE_NANOS;

    /** True if a report may begin now; it has then begun. */
    boolean begins() {
        long began = beganNanos.get();
        long now = Math.max(NEVER + 1, System.nanoTime());
        long apart = apartNanos;
        if ((began != NEVER && now - began < apart) || !beganNanos.compareAndSet(began, now)) {
            return false;
        }
        apartBeforeNanos = apart;
        apartNanos = began == NEVER ? MINUTE_NANOS : Math.min(MOST_NANOS, 2 * apart);
        return true;
    }

    /** The one that began came to nothing: the next may begin at once. */
    void undo() {
        apartNanos = apartBeforeNanos;
        beganNanos.set(NEVER);
    }
}
