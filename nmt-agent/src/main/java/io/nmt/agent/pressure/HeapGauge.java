package io.nmt.agent.pressure;

import io.nmt.agent.heap.WholeHeapCollections;

/** Tells when a full collection has left the Java heap full: the next error is near then. Not thread-safe. */
final class HeapGauge {
    private static final int FULL_PERCENT = 90;

    private boolean told;

    /** Returns what the collection has left, once for each time that this fills the heap; otherwise 0. */
    long fullBytes() {
        Runtime runtime = Runtime.getRuntime();
        long full = runtime.maxMemory() / 100 * FULL_PERCENT;
        // The beans are asked only where this can be: they bring in a hundred classes.
        boolean maybe = runtime.totalMemory() - runtime.freeMemory() >= full;
        long left = maybe ? WholeHeapCollections.leftByFullBytes() : 0;
        boolean tells = left >= full && !told;
        told = left >= full;
        return tells ? left : 0;
    }
}
