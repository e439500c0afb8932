package io.nmt.core.internal.hooks;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Knows when direct buffers have reached their limit: when {@code java.nio.Bits} is about to throw its
 * OutOfMemoryError. The error is not changed.
 */
public final class DirectLimitHooks {
    private static final long APART_NANOS = 60L * 1_000_000_000;

    // When the last report began, or NEVER. An application may catch this error again and again; this also keeps out a
    // report that takes direct buffers itself. There is nothing to release: an error in a report only delays the next
    // one.
    private static final long NEVER = Long.MIN_VALUE;
    private static final AtomicLong BEGAN_NANOS = new AtomicLong(NEVER);

    private static volatile Predicate<Throwable> listener;

    private DirectLimitHooks() {}

    /**
     * Says what wants to know.
     *
     * @param listener run by the thread that gets the error, once a minute at the most; returns whether it has taken
     *     notice, or wants to be asked again. Null for none
     */
    public static void tell(Predicate<Throwable> listener) {
        DirectLimitHooks.listener = listener;
    }

    /**
     * Called before the error is thrown, by the code that throws it.
     *
     * @param error the OutOfMemoryError
     */
    public static void reached(Throwable error) {
        try {
            Predicate<Throwable> tell = listener;
            long began = BEGAN_NANOS.get();
            long now = Math.max(NEVER + 1, System.nanoTime());
            if (tell != null
                    && (began == NEVER || now - began >= APART_NANOS)
                    && BEGAN_NANOS.compareAndSet(began, now)
                    && !tell.test(error)) {
                BEGAN_NANOS.set(NEVER);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * What direct buffers may take together.
     *
     * @return {@code -XX:MaxDirectMemorySize}; if it is not set, the largest size of the heap
     */
    public static long limitBytes() {
        return JdkInternals.access().maxDirectMemory();
    }
}
