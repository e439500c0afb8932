package io.nmt.report.leaks;

import java.lang.ref.WeakReference;

/**
 * Tells when a collection has found garbage in the old part of the heap. G1 before JDK 20 does not tell of its
 * concurrent cycles, which do so: an object that has become old and is let go is gone after one. Thread-safe.
 */
final class OldGarbage {
    /** An object that has survived so many young collections is old: HotSpot counts them with four bits. */
    private static final int COLLECTIONS = 16;

    private Object held;
    private WeakReference<Object> object;
    private long bornAfter;
    private long letGoNanos;
    private long foundNanos;
    private long found;

    /**
     * Looks whether it was found.
     *
     * @param youngCollections that there were in this JVM
     * @param nanoTime of now
     */
    synchronized void look(long youngCollections, long nanoTime) {
        if (object != null && object.refersTo(null)) {
            object = null;
            foundNanos = nanoTime;
            found++;
        }
        if (object == null) {
            held = new Object();
            object = new WeakReference<>(held); // becomes old with it
            bornAfter = youngCollections;
        } else if (held != null && youngCollections - bornAfter >= COLLECTIONS) {
            held = null;
            letGoNanos = nanoTime;
        }
    }

    /** The number of times that it was found. */
    synchronized long found() {
        return found;
    }

    /** For how many nanoseconds it was not found though it was there to be; 0 if it is not there now. */
    synchronized long notFoundForNanos(long nanoTime) {
        return held == null && object != null ? nanoTime - letGoNanos : 0;
    }

    /** The time of the last find, as {@link System#nanoTime}, about; 0 if there was none. */
    synchronized long foundNanos() {
        return foundNanos;
    }
}
