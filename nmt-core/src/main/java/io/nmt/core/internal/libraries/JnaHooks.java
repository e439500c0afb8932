package io.nmt.core.internal.libraries;

import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;

/**
 * The hooks in JNA's methods {@code Native.malloc} and {@code Native.free}. Nothing else calls it.
 *
 * <p>As in {@link UnsafeHooks}, no method throws, blocks, or allocates native memory.
 */
public final class JnaHooks {
    private static final int JNA = Category.JNA.id();

    private JnaHooks() {}

    /**
     * Called after a block was allocated.
     *
     * @param address of the block, or 0 if there was no memory left
     * @param bytes it was asked for
     */
    public static void allocated(long address, long bytes) {
        if (address == 0) {
            return;
        }
        try {
            Tracker.allocated(address, bytes, ThreadScope.categoryId(JNA));
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before a block is freed: one of JNA's own, or one that a native library allocated, which is not known
     * here.
     *
     * @param address of the block
     */
    public static void freeing(long address) {
        UnsafeHooks.freeing(address);
    }
}
