package io.nmt.agent.history;

import java.lang.management.ManagementFactory;

/**
 * Something that is done again only when three thousand times as long has passed as it took of a processor's time; what
 * the first time took, when classes are loaded, is not looked at. Not thread-safe.
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
        long start = processorNanos();
        try {
            task.run();
        } finally {
            end = System.nanoTime();
            tookNanos = done ? Math.max(0, processorNanos() - start) : 0;
            done = true;
        }
    }

    /** Of this thread: on a busy machine it waits for a processor much longer than it has one. */
    private static long processorNanos() {
        try {
            long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            return nanos < 0 ? System.nanoTime() : nanos;
        } catch (UnsupportedOperationException | LinkageError e) {
            return System.nanoTime();
        }
    }
}
