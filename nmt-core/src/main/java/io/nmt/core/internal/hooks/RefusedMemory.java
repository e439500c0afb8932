package io.nmt.core.internal.hooks;

import io.nmt.core.listener.MemoryErrorListener;
import io.nmt.core.threads.DetachedThread;

/**
 * Knows when the system has not given native memory: when {@code Unsafe.allocateMemory} or {@code reallocateMemory}
 * throws an OutOfMemoryError. The error is not changed.
 */
public final class RefusedMemory {
    /** So much no machine has: who asks for it tries what happens, or has miscalculated, and memory is not short. */
    private static final long NO_MACHINE_HAS_BYTES = 1L << 45;

    private static final ReportInterval REPORTS = new ReportInterval();

    private static volatile MemoryErrorListener listener;

    private RefusedMemory() {}

    /**
     * Says what wants to know.
     *
     * @param listener null for none
     */
    public static void tell(MemoryErrorListener listener) {
        RefusedMemory.listener = listener;
    }

    /** Called where the error is thrown on. What the agent's own threads do not get is told by them. */
    static void refused(long bytes, Throwable error) {
        MemoryErrorListener tell = listener;
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
