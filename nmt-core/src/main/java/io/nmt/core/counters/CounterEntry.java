package io.nmt.core.counters;

import java.lang.ref.WeakReference;

/**
 * What is kept of a thread's counters when the thread is gone: their words, in a list of all.
 *
 * <p>The thread alone refers to its {@link ThreadCounters} strongly. Once it has ended and the collector has noticed, this
 * reference is empty, the words are final, and {@link Counters} folds them into the sums of ended threads.
 */
final class CounterEntry extends WeakReference<ThreadCounters> {
    private volatile long[] words;

    // Guarded by Counters.lock once the entry is in the list.
    CounterEntry next;

    CounterEntry(ThreadCounters counters, long[] words) {
        super(counters);
        this.words = words;
    }

    void publish(long[] more) {
        words = more;
    }

    long[] words() {
        return words;
    }

    boolean ended() {
        return refersTo(null);
    }
}
