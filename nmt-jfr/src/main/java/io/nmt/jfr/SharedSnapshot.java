package io.nmt.jfr;

import io.nmt.core.snapshot.Snapshot;
import io.nmt.core.tracker.Tracker;

/**
 * Gives all events of one emission the same snapshot. JFR runs the hooks of an emission one after the other on one thread,
 * but does not say which belong together: a snapshot is used once by each kind of event, and only for a moment.
 */
final class SharedSnapshot {
    private static final long MOMENT_NANOS = 5_000_000;

    private Snapshot snapshot;
    private Thread takenBy;
    private long takenAtNanos;
    private int usedBy;

    /**
     * A snapshot for an emission.
     *
     * @param events the kinds that will be emitted from it, as bits
     */
    synchronized Snapshot take(int events) {
        long now = System.nanoTime();
        if (snapshot == null
                || takenBy != Thread.currentThread()
                || now - takenAtNanos > MOMENT_NANOS
                || (usedBy & events) != 0) {
            snapshot = Tracker.snapshot();
            takenBy = Thread.currentThread();
            takenAtNanos = now;
            usedBy = 0;
        }
        usedBy |= events;
        return snapshot;
    }
}
