package io.nmt.core.internal.concurrent;

/**
 * Remembers for a second that there was no heap left. Each attempt to allocate where there is none has the JVM collect
 * the whole heap several times, which a hook must not make an application wait for again and again.
 *
 * <p>Thread-safe, and racy: an attempt more or less. Takes no heap itself.
 */
public final class FullHeap {
    private static final long PAUSE_NANOS = 1_000_000_000;

    // Two words, since a time may have any value.
    private static volatile boolean met;
    private static volatile long untilNanos;

    // Made while there is room for it; the code that catches it counts a block as untracked.
    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final OutOfMemoryError NONE_LEFT = new OutOfMemoryError("Java heap space, a moment ago");

    private FullHeap() {}

    /**
     * To be called before a hook allocates what it cannot do without.
     *
     * @throws OutOfMemoryError if there was no heap a moment ago
     */
    public static void check() {
        if (isExpected()) {
            throw NONE_LEFT;
        }
    }

    /** To be called where an OutOfMemoryError was caught. */
    public static void meet() {
        untilNanos = System.nanoTime() + PAUSE_NANOS;
        met = true;
    }

    /**
     * True while the tracker must do without heap.
     *
     * @return true for a second after {@link #meet}
     */
    public static boolean isExpected() {
        if (!met) {
            return false;
        }
        boolean expected = System.nanoTime() - untilNanos < 0;
        if (!expected) {
            met = false;
        }
        return expected;
    }
}
