package io.nmt.core.internal.hooks;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;
import java.util.function.BiPredicate;

/**
 * Knows when direct buffers have reached their limit: when {@code java.nio.Bits} is about to throw its
 * OutOfMemoryError. The error is not changed.
 */
public final class DirectLimitHooks {
    private static final Seldom REPORTS = new Seldom();

    private static volatile BiPredicate<Throwable, Thread> listener;

    private DirectLimitHooks() {}

    /**
     * Says what wants to know.
     *
     * @param listener is given the error and the thread that gets it, by a thread of the tracker, ever more seldom;
     *     returns whether it has taken notice, or wants to be asked again. Null for none
     */
    public static void tell(BiPredicate<Throwable, Thread> listener) {
        DirectLimitHooks.listener = listener;
    }

    /**
     * Called before the error is thrown, by the code that throws it.
     *
     * @param error the OutOfMemoryError
     */
    public static void reached(Throwable error) {
        try {
            BiPredicate<Throwable, Thread> tell = listener;
            if (tell != null && REPORTS.begins()) {
                Thread failing = Thread.currentThread();
                new ErrorNotice(REPORTS) {
                    @Override
                    boolean tell() {
                        return tell.test(error, failing);
                    }
                }.giveByNewThread();
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
