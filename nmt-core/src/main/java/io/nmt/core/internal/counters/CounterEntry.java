package io.nmt.core.internal.counters;

import java.lang.ref.WeakReference;

/**
 * Tells whether the thread lives that counts. Once it is gone its counters are final, and {@link CounterList} folds
 * them.
 */
final class CounterEntry extends WeakReference<Object> {
    /** The owner is a thread, or an object that lives as long as there may be one that counts here. */
    CounterEntry(Object owner) {
        super(owner);
    }

    boolean ended() {
        Object owner = get();
        return owner == null || (owner instanceof Thread thread && !thread.isAlive());
    }
}
