package io.nmt.core.internal.hooks;

import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.listener.MemoryErrorListener;

/**
 * Knows when direct buffers have reached their limit: when {@code java.nio.Bits} is about to throw its
 * OutOfMemoryError. The error is not changed.
 */
public final class DirectLimitHooks {
    private static final ReportInterval REPORTS = new ReportInterval();

    private static volatile MemoryErrorListener listener;

    private DirectLimitHooks() {}

    /**
     * Says what wants to know.
     *
     * @param listener null for none
     */
    public static void tell(MemoryErrorListener listener) {
        DirectLimitHooks.listener = listener;
    }

    /**
     * Called before the error is thrown, by the code that throws it.
     *
     * @param error the OutOfMemoryError
     */
    public static void reached(Throwable error) {
        try {
            MemoryErrorListener tell = listener;
            if (tell != null && REPORTS.begins()) {
                Thread failing = Thread.currentThread();
                new ErrorNotice(REPORTS) {
                    @Override
                    boolean tell() {
                        return tell.directLimit(error, failing);
                    }
                }.giveByNewThread();
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * The limit of all direct buffers together.
     *
     * @return {@code -XX:MaxDirectMemorySize}; if it is not set, the largest size of the heap
     */
    public static long limitBytes() {
        return JdkInternals.access().maxDirectMemory();
    }
}
