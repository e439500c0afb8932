package io.nmt.core.concurrent;

/**
 * Remembers for a second that there was no heap left. Each attempt to allocate where there is none has the JVM collect the whole
 * heap several times, which a hook must not make an application wait for again and again.
 *
 * <p>Thread-safe, and racy: an attempt more or less. Takes no heap itself.
 */
public final class FullHeap {
    private static final long PAUSE_NANOS = 1_000_000_000;

    // Two words, since a time may have any value.
    private static volatile boolean met;
    private static volatile long untilNanos;

    private FullHeap() {}

    /** To be called where an OutOfMemoryError was caught. */
    public static void meet() {
        untilNanos = System.nanoTime() + PAUSE_NANOS;
        met = true;
    }

    /**
     * Whether to do without heap.
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
