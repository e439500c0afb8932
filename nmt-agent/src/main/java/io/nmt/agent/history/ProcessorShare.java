package io.nmt.agent.history;

import java.lang.management.ManagementFactory;

/**
 * Something that is done again only when three thousand times as long has passed as it took of a processor's time; what
 * the first time took, when classes are loaded, is not looked at. Not thread-safe.
 */
final class ProcessorShare {
    static final int TIMES_AS_LONG = 3000; // each kind takes a three-thousandth of the time at most

    private final Clock clock;
    private final int timesAsLong;
    private long end;
    private long tookNanos;
    private boolean done;

    /** Time, and what the current thread has had of a processor. */
    interface Clock {
        /** Those of the JVM. */
        Clock OF_JVM = new Clock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public long processorNanos() {
                try {
                    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                    return nanos < 0 ? System.nanoTime() : nanos;
                } catch (UnsupportedOperationException | LinkageError e) {
                    return System.nanoTime();
                }
            }
        };

        /** The time, as {@link System#nanoTime}. */
        long nanoTime();

        /** The processor time of this thread, which on a busy machine waits much longer than it runs. */
        long processorNanos();
    }

    ProcessorShare(Clock clock) {
        this(clock, TIMES_AS_LONG);
    }

    /** With another share of the time. */
    ProcessorShare(Clock clock, int timesAsLong) {
        this.clock = clock;
        this.timesAsLong = timesAsLong;
    }

    boolean isDue() {
        return !done || clock.nanoTime() - end >= tookNanos * timesAsLong;
    }

    void run(Runnable task) {
        long start = clock.processorNanos();
        try {
            task.run();
        } finally {
            end = clock.nanoTime();
            tookNanos = done ? Math.max(0, clock.processorNanos() - start) : 0;
            done = true;
        }
    }
}
