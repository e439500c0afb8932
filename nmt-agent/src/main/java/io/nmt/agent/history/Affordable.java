package io.nmt.agent.history;

/**
 * Something that is done again only when three thousand times as long has passed as it took; how long the first time
 * took, when classes are loaded, is not looked at. Not thread-safe.
 */
final class Affordable {
    private static final int TIMES = 3000; // of three kinds, a thousandth of the time

    private long end;
    private long tookNanos;
    private boolean done;

    boolean isDue() {
        return !done || System.nanoTime() - end >= tookNanos * TIMES;
    }

    void run(Runnable task) {
        long start = System.nanoTime();
        try {
            task.run();
        } finally {
            end = System.nanoTime();
            tookNanos = done ? end - start : 0;
            done = true;
        }
    }
}
