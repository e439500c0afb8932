package io.nmt.core.hooks;

import io.nmt.core.tracker.Tracker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import jdk.internal.misc.VM;

/**
 * Knows when direct buffers have reached their limit: when {@code java.nio.Bits} is about to throw its OutOfMemoryError. The error
 * is not changed.
 */
public final class DirectLimitHooks {
    private static final long APART_NANOS = 60L * 1_000_000_000;

    // Also keeps out a report that takes direct buffers itself.
    private static final AtomicBoolean BUSY = new AtomicBoolean();

    private static volatile Predicate<Throwable> listener;

    // Guarded by BUSY. An application may catch this error again and again.
    private static boolean reported;
    private static long reportedNanos;

    private DirectLimitHooks() {}

    /**
     * Says who wants to know.
     *
     * @param listener run by the thread that gets the error, once a minute at the most; returns whether it has taken notice, or
     *     wants to be asked again. Null for nobody
     */
    public static void tell(Predicate<Throwable> listener) {
        DirectLimitHooks.listener = listener;
    }

    /**
     * Called before the error is thrown, by who throws it.
     *
     * @param error the OutOfMemoryError
     */
    public static void reached(Throwable error) {
        Predicate<Throwable> tell = listener;
        if (tell == null || !BUSY.compareAndSet(false, true)) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (!reported || now - reportedNanos >= APART_NANOS) {
                reported = true;
                reportedNanos = now;
                reported = tell.test(error);
            }
        } catch (Throwable t) {
            Tracker.failures++;
        } finally {
            BUSY.set(false);
        }
    }

    /**
     * What direct buffers may take together.
     *
     * @return {@code -XX:MaxDirectMemorySize}; if it is not set, the largest size of the heap
     */
    public static long limitBytes() {
        return VM.maxDirectMemory();
    }
}
