package io.nmt.core.internal.hooks;

import io.nmt.core.threads.DetachedThread;

/**
 * Knows when the system has not given native memory: when {@code Unsafe.allocateMemory} or {@code reallocateMemory}
 * throws an OutOfMemoryError. The error is not changed.
 */
public final class RefusedMemory {
    /** So much no machine has: who asks for it tries what happens, or has miscalculated, and memory is not short. */
    private static final long NO_MACHINE_HAS_BYTES = 1L << 45;

    private static final Seldom REPORTS = new Seldom();

    private static volatile Listener listener;

    private RefusedMemory() {}

    /** Wants to know. */
    public interface Listener {
        /**
         * Called by a thread of the tracker, once a minute at the most, and ever more seldom.
         *
         * @param bytes that were asked for
         * @param error that is thrown
         * @param failing the thread that gets it
         * @return whether it has taken notice, or wants to be asked again
         */
        boolean refused(long bytes, Throwable error, Thread failing);
    }

    /**
     * Says what wants to know.
     *
     * @param listener null for none
     */
    public static void tell(Listener listener) {
        RefusedMemory.listener = listener;
    }

    /** Called where the error is thrown on. What the agent's own threads do not get is told by them. */
    static void refused(long bytes, Throwable error) {
        Listener tell = listener;
        if (tell == null
                || bytes >= NO_MACHINE_HAS_BYTES
                || !(error instanceof OutOfMemoryError)
                || Thread.currentThread() instanceof DetachedThread) {
            return;
        }
        if (REPORTS.begins()) {
            Thread failing = Thread.currentThread();
            ErrorNotice notice = new ErrorNotice(REPORTS) {
                @Override
                boolean tell() {
                    return tell.refused(bytes, error, failing);
                }
            };
            if (!notice.giveByOldThread(true)) {
                REPORTS.undo();
            }
        }
    }
}
