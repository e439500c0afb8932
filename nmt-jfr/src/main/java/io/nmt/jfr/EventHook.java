package io.nmt.jfr;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What JFR runs to have events emitted. JFR would write an exception of it to the application's standard output, so
 * there is none: a full heap or stack means that there are no events this time, which is counted.
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

    /** How many emissions have failed. */
    static long failures() {
        return FAILURES.get();
    }
}
