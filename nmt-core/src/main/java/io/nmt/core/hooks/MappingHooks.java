package io.nmt.core.hooks;

import io.nmt.core.blocks.BlockRecord;
import io.nmt.core.categories.Category;
import io.nmt.core.origins.Origins;
import io.nmt.core.tracker.Tracker;

/**
 * What the JDK's methods that map files call. Nothing else calls it.
 *
 * <p>As in {@link UnsafeHooks}, no method throws, blocks, or allocates native memory.
 */
public final class MappingHooks {
    private MappingHooks() {}

    /**
     * Called after a file was mapped.
     *
     * @param address where it starts, at the begin of a page
     * @param bytes as they were asked for, from the begin of that page
     */
    public static void mapped(long address, long bytes) {
        try {
            int categoryId = Category.MAPPED_FILE.id();
            Origins.opened(address, bytes, categoryId);
            Tracker.allocated(address, bytes, categoryId);
        } catch (Throwable t) {
            Tracker.failures++;
        }
    }

    /**
     * Called before a file is unmapped.
     *
     * @param address where it starts
     */
    public static void unmapping(long address) {
        if (address == 0) {
            return;
        }
        try {
            if (Tracker.freed(address) != BlockRecord.NONE) {
                Origins.closed(address);
            }
        } catch (Throwable t) {
            Tracker.failures++;
        }
    }
}
