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
     * @param event the kind that will be emitted from it, as a bit
     */
    synchronized Snapshot take(int event) {
        long now = System.nanoTime();
        if (snapshot == null
                || takenBy != Thread.currentThread()
                || now - takenAtNanos > MOMENT_NANOS
                || (usedBy & event) != 0) {
            snapshot = Tracker.snapshot();
            takenBy = Thread.currentThread();
            takenAtNanos = now;
            usedBy = 0;
        }
        usedBy |= event;
        return snapshot;
    }

    /**
     * Adds a kind of event to the emission of the last {@link #take}.
     *
     * @param event the kind, as a bit
     * @return whether it has not been emitted from that snapshot yet
     */
    synchronized boolean add(int event) {
        boolean isNew = (usedBy & event) == 0;
        usedBy |= event;
        return isNew;
    }
}
