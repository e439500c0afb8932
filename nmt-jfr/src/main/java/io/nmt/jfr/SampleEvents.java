package io.nmt.jfr;

import io.nmt.core.listener.SampleListener;
import io.nmt.core.threads.DetachedThread;

/**
 * Emits an event for each sampled block, if a recording wants it and it is enabled. Runs inside hooks, on the thread
 * that allocates or frees: a commit writes to JFR's own buffers, and takes no memory through {@code Unsafe}.
 */
final class SampleEvents implements SampleListener {
    @Override
    public void allocated(String category, int site, long address, long bytes, double weight, String scope) {
        if (!RunningRecordings.want(EventKind.ALLOCATION_SAMPLE) || isOwnThread()) {
            return;
        }
        NativeAllocationSample event = new NativeAllocationSample();
        if (event.isEnabled()) {
            event.fill(category, site, address, bytes, weight, scope);
            event.commit();
        }
    }

    @Override
    public void freed(String category, int site, long address, long bytes, double weight, String scope) {
        if (!RunningRecordings.want(EventKind.FREE_SAMPLE) || isOwnThread()) {
            return;
        }
        NativeFreeSample event = new NativeFreeSample();
        if (event.isEnabled()) {
            event.fill(category, site, address, bytes, weight, scope);
            event.commit();
        }
    }

    /** True on the agent's own threads: memory for its readings is not the application's. */
    private static boolean isOwnThread() {
        return Thread.currentThread() instanceof DetachedThread;
    }
}
