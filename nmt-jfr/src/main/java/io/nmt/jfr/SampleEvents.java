package io.nmt.jfr;

import io.nmt.core.sites.CallSite;
import io.nmt.core.sites.SampleListener;

/**
 * Emits an event for each sampled block, if it is enabled. Runs inside hooks, on the thread that allocates or frees: a commit
 * writes to JFR's own buffers, and takes no memory through {@code Unsafe}.
 */
final class SampleEvents implements SampleListener {
    @Override
    public void allocated(CallSite site, long address, long bytes, double weight) {
        NativeAllocationSample event = new NativeAllocationSample();
        if (event.isEnabled()) {
            event.fill(site, address, bytes, weight);
            event.commit();
        }
    }

    @Override
    public void freed(CallSite site, long address, long bytes, double weight) {
        NativeFreeSample event = new NativeFreeSample();
        if (event.isEnabled()) {
            event.fill(site, address, bytes, weight);
            event.commit();
        }
    }
}
