package io.nmt.core.internal.hooks;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets one report a minute begin. An application may catch an error again and again; this also keeps out a report that
 * meets the error itself. Thread-safe; it never waits.
 */
final class OnceAMinute {
    private static final long APART_NANOS = 60L * 1_000_000_000;
    private static final long NEVER = Long.MIN_VALUE;

    // When the last report began, or NEVER. There is nothing to release: an error in a report only delays the next one.
    private final AtomicLong beganNanos = new AtomicLong(NEVER);

    /** Whether one may begin now; then it has. */
    boolean begins() {
        long began = beganNanos.get();
        long now = Math.max(NEVER + 1, System.nanoTime());
        return (began == NEVER || now - began >= APART_NANOS) && beganNanos.compareAndSet(began, now);
    }

    /** The one that began came to nothing: the next may begin at once. */
    void undo() {
        beganNanos.set(NEVER);
    }
}
