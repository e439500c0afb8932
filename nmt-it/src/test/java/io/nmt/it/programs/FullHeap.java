package io.nmt.it.programs;

/** Takes the Java heap to its end. */
final class FullHeap {
    private static final int LARGEST = 1 << 18;

    private FullHeap() {}

    /** Adds arrays to a chain of arrays, until there is no room for another one; null is an empty chain. */
    static Object[] filled(Object... chain) {
        Object[] filled = chain;
        int size = LARGEST;
        while (size > 0) {
            try {
                Object[] more = new Object[size];
                more[0] = filled;
                filled = more;
            } catch (OutOfMemoryError e) {
                size /= 2; // smaller ones may have room
            }
        }
        return filled;
    }
}
