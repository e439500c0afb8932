package io.nmt.jfr;

import io.nmt.core.snapshot.Snapshot;
import io.nmt.core.tracker.Tracker;

/**
 * Gives all events of one emission the same snapshot. JFR runs the hooks of an emission one after the other on one thread,
 * but does not say which belong together. So one kind of event leads, which always brings a new snapshot, and the others
 * follow, each kind once, if they come on the same thread and soon.
 */
final class SharedSnapshot {
    /** Longer than a hook takes on a busy machine, shorter than any period that makes sense. */
    private static final long SOON_NANOS = 100_000_000;

    private Snapshot snapshot;
    private Thread takenBy;
    private long takenAtNanos;
    private int usedBy;

    /**
     * Begins an emission.
     *
     * @param events the kinds that are emitted from the snapshot already, as bits
     */
    synchronized Snapshot lead(int events) {
        snapshot = Tracker.snapshot();
        takenBy = Thread.currentThread();
        takenAtNanos = System.nanoTime();
        usedBy = events;
        return snapshot;
    }

    /**
     * Joins an emission, or begins one if there is none to join.
     *
     * @param event the kind that will be emitted from the snapshot, as a bit
     */
    synchronized Snapshot follow(int event) {
        if (takenBy != Thread.currentThread()
                || System.nanoTime() - takenAtNanos > SOON_NANOS
                || (usedBy & event) != 0) {
            return lead(event);
        }
        usedBy |= event;
        return snapshot;
    }
}
