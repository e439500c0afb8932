package io.nmt.core.internal.sites;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The sum of a call site's, or a line's, live samples: held bytes, their peak, and their floor over time. Thread-safe.
 */
final class SampleSum {
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final FloorHistory history;

    /** A sum of nothing, from a time of {@link SampleRecord} on. */
    SampleSum(long start) {
        this.history = new FloorHistory(start);
    }

    /** Adds what a sample stands for. Returns what is live now. */
    long allocated(long bytes, long now) {
        long live = liveBytes.addAndGet(bytes);
        long peak = peakBytes.get();
        while (live > peak && !peakBytes.compareAndSet(peak, live)) {
            peak = peakBytes.get();
        }
        history.changed(now, live - bytes, live);
        return live;
    }

    /** Takes away what a sample stood for. */
    void freed(long bytes, long now) {
        long live = liveBytes.addAndGet(-bytes);
        history.changed(now, live + bytes, live);
    }

    long liveBytes() {
        return liveBytes.get();
    }

    long peakBytes() {
        return peakBytes.get();
    }

    FloorHistory history() {
        return history;
    }
}
