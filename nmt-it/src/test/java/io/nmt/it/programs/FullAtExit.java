package io.nmt.it.programs;

/** Ends while its heap is full, but for the few objects with which the JDK starts shutdown hooks. */
public final class FullAtExit {
    static Object[] held;

    private FullAtExit() {}

    public static void main(String[] arguments) {
        for (int size = 1 << 20; size >= 1024; size /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = held;
                    held = more;
                }
            } catch (OutOfMemoryError e) {
                // Smaller ones may fit.
            }
        }
    }
}
