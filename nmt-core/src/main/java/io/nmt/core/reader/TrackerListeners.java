package io.nmt.core.reader;

import io.nmt.core.internal.hooks.DirectLimitHooks;
import io.nmt.core.internal.hooks.RefusedMemory;
import io.nmt.core.internal.hooks.ThreadHooks;
import io.nmt.core.internal.pools.Pools;
import io.nmt.core.internal.sites.Sites;
import io.nmt.core.listener.BufferListener;
import io.nmt.core.listener.MemoryErrorListener;
import io.nmt.core.listener.SampleListener;

/**
 * Takes the listeners of the tracker, one of each kind. For this project's own modules. Thread-safe; a listener takes
 * the place of the one before.
 */
public final class TrackerListeners {
    private TrackerListeners() {}

    /**
     * Listens to sampled blocks.
     *
     * @param listener null for none
     */
    public static void tell(SampleListener listener) {
        Sites.tell(listener);
    }

    /**
     * Listens to sampled buffers of pools.
     *
     * @param listener null for none
     */
    public static void tell(BufferListener listener) {
        Pools.tell(listener);
    }

    /**
     * Listens to errors for want of memory.
     *
     * @param listener null for none
     */
    public static void tell(MemoryErrorListener listener) {
        DirectLimitHooks.tell(listener);
        RefusedMemory.tell(listener);
        ThreadHooks.tell(listener);
    }
}
