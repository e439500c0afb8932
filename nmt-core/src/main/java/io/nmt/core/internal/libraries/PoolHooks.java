package io.nmt.core.internal.libraries;

import io.nmt.core.internal.tracker.Tracker;

/**
 * The hooks in libraries with pools, for chunks that are made and freed. The chunk's memory is counted where it is
 * given.
 *
 * <p>As in {@link io.nmt.core.internal.hooks.UnsafeHooks}, no method throws, or allocates native memory.
 */
public final class PoolHooks {
    private PoolHooks() {}

    /**
     * Called when a chunk was made.
     *
     * @param chunk the library's object
     */
    public static void made(Object chunk) {
        try {
            LiveChunks.add(chunk);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before a chunk is freed.
     *
     * @param chunk the library's object
     */
    public static void freeing(Object chunk) {
        try {
            LiveChunks.remove(chunk);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
