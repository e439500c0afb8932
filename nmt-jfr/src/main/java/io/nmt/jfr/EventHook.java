package io.nmt.jfr;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A hook that JFR runs to have events emitted. JFR would write its exception to the application's standard output, so
 * it throws none: a full heap or stack means no events this time, which is counted.
 */
abstract class EventHook implements Runnable {
    private static final AtomicLong FAILURES = new AtomicLong();

    /** Emits the events. */
    abstract void emit();

    @Override
    public final void run() {
        try {
            emit();
        } catch (RuntimeException | Error e) {
            countFailure();
        }
    }

    static void countFailure() {
        FAILURES.incrementAndGet();
    }

    /** The number of failed emissions. */
    static long failures() {
        return FAILURES.get();
    }
}
