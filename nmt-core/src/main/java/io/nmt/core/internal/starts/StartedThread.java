package io.nmt.core.internal.starts;

import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampledObject;

/** A thread of which it is known where and when it was started. Thread-safe. */
final class StartedThread extends SampledObject<Thread> {
    StartedThread(Thread thread, StartTable table, CallSite site, long now, int weight) {
        super(thread, table, site, now, weight);
    }

    @Override
    protected boolean hasEnded() {
        Thread thread = get();
        return thread == null || !thread.isAlive();
    }
}
