package io.nmt.core.counters;

import java.lang.ref.WeakReference;

/**
 * A thread's counters in the list of all. Once the owner is gone they are final, and {@link Counters} folds them into the
 * sums of ended threads.
 */
final class CounterEntry extends WeakReference<Object> {
    final ThreadCounters counters;

    // Guarded by Counters.lock once the entry is in the list.
    CounterEntry next;

    /** The owner is a thread, or an object that lives as long as there may be somebody who counts here. */
    CounterEntry(Object owner, ThreadCounters counters) {
        super(owner);
        this.counters = counters;
    }

    boolean ended() {
        Object owner = get();
        return owner == null || (owner instanceof Thread thread && !thread.isAlive());
    }
}
