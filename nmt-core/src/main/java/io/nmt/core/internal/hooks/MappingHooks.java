package io.nmt.core.internal.hooks;

import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.tracker.Tracker;

/**
 * The hooks in the JDK's methods that map files. Nothing else calls it.
 *
 * <p>As in {@link UnsafeHooks}, no method throws, blocks, or allocates native memory.
 */
public final class MappingHooks {
    private MappingHooks() {}

    /**
     * Called after a file was mapped.
     *
     * @param address where it starts, at the start of a page
     * @param bytes as they were asked for, from the start of that page
     */
    public static void mapped(long address, long bytes) {
        try {
            Mappings.mapped(address, bytes, false, null);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Called before a file is unmapped.
     *
     * @param address where it starts
     * @param bytes its length; 0 if all that starts there is unmapped
     */
    public static void unmapping(long address, long bytes) {
        if (address == 0) {
            return;
        }
        try {
            if (bytes > 0 && Mappings.mayBeInPieces()) {
                Mappings.unmapping(address, bytes);
                return;
            }
            try {
                Tracker.freed(address);
            } finally {
                Origins.closed(address);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
