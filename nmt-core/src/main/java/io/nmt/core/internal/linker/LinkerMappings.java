package io.nmt.core.internal.linker;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.hooks.Mappings;
import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;

/** Records the mappings that {@code mmap}, {@code munmap} and {@code mremap} make, end and move. */
final class LinkerMappings {
    private static final long FAILED = -1; // MAP_FAILED
    private static final int FIXED = 0x10; // MAP_FIXED of Linux and macOS

    // Of mremap, which only Linux has.
    private static final int REMAP_FIXED = 2;
    private static final int DONT_UNMAP = 4;

    private LinkerMappings() {}

    static void mapped(long address, long bytes, int flags) {
        if (address != FAILED) {
            Mappings.mapped(address, bytes, (flags & FIXED) != 0, null);
        }
    }

    /** A mapping that {@code mremap} is about to move or resize. */
    private static final class Remapping {
        /** Mappings that were removed, for {@link Mappings#restore}; null if there were none. */
        final long[] changes;

        /** The old mapping's origin; null if it is unknown: then the new one is not tracked either. */
        final Origin origin;

        Remapping(long[] changes, Origin origin) {
            this.changes = changes;
            this.origin = origin;
        }
    }

    /** The old mapping leaves the books before the call: another thread may be given its range. */
    static Object remapping(long address, long bytes, int flags) {
        Origin origin = originOf(address);
        // With an old size of 0 it maps shared pages a second time, with that flag it leaves the old range mapped.
        boolean stays = bytes == 0 || (flags & DONT_UNMAP) != 0;
        return new Remapping(stays || origin == null ? null : Mappings.unmapping(address, bytes), origin);
    }

    private static Origin originOf(long address) {
        Origin origin = Origins.mappingBefore(address + 1);
        boolean within = origin != null && address < origin.address() + Math.max(origin.bytes(), 1);
        boolean known =
                within && BlockRecord.categoryId(Tracker.recordOf(origin.address())) == Category.MAPPED_FILE.id();
        return known ? origin : null;
    }

    static void remapped(long moved, Object state, long bytes, int flags) {
        if (moved == FAILED) {
            restoreRemapping(state);
        } else if (state instanceof Remapping old && old.origin != null) {
            Mappings.mapped(moved, bytes, (flags & REMAP_FIXED) != 0, old.origin);
        } else {
            Tracker.current().unknownFree();
        }
    }

    static void restoreRemapping(Object state) {
        if (state instanceof Remapping old && old.changes != null) {
            Mappings.restore(old.changes);
        }
    }
}
