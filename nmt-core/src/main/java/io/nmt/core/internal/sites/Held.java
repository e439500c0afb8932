package io.nmt.core.internal.sites;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the live samples of a call site, or of a line, stand for: how much that is, how much it was at the most, and its
 * floor over time. Thread-safe.
 */
final class Held {
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final FloorHistory history;

    /** Of nothing, from a time on, which is one of {@link SampleRecord}. */
    Held(long start) {
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
