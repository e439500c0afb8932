package io.nmt.core.linker;

import io.nmt.core.blocks.BlockRecord;
import io.nmt.core.categories.Category;
import io.nmt.core.origins.Origin;
import io.nmt.core.origins.Origins;
import io.nmt.core.tracker.Tracker;
import java.util.Arrays;

/** Keeps the books of {@code mmap} and {@code munmap}, where what is unmapped need not be what was mapped. */
final class LinkerMappings {
    private static final int MAPPED_FILE = Category.MAPPED_FILE.id();
    private static final long FAILED = -1; // MAP_FAILED
    private static final int FIXED = 0x10; // MAP_FIXED of Linux and macOS

    // A change is three words: an address, the length of the mapping there before and after; 0 is no mapping.
    private static final int WORDS = 3;
    private static final long[] NO_CHANGES = {};

    private LinkerMappings() {}

    static void mapped(long address, long bytes, int flags) {
        if (address == FAILED) {
            return;
        }
        // What it has replaced; without that flag, what is still known here was unmapped by somebody else.
        if ((flags & FIXED) != 0 || Tracker.recordOf(address) != BlockRecord.NONE) {
            cut(address, bytes);
        }
        change(address, 0, bytes);
    }

    /**
     * Removes the records of what is in the range, and shortens those of what reaches into it.
     *
     * @return the changes, for {@link #restore}
     */
    static long[] unmapping(long address, long bytes) {
        if (bytes <= 0 || address % NativeBytes.pageSize() != 0) {
            return NO_CHANGES; // the system will refuse it
        }
        long entry = Tracker.recordOf(address);
        if (BlockRecord.categoryId(entry) == MAPPED_FILE && wholePages(BlockRecord.bytes(entry)) == wholePages(bytes)) {
            change(address, BlockRecord.bytes(entry), 0);
            return new long[] {address, BlockRecord.bytes(entry), 0};
        }
        long[] changes = cut(address, bytes);
        if (changes.length == 0) {
            Tracker.current().unknownFree();
        }
        return changes;
    }

    /** Puts back what {@link #unmapping} changed, because nothing was unmapped. */
    static void restore(long[] changes) {
        for (int i = 0; i < changes.length; i += WORDS) {
            change(changes[i], changes[i + 2], changes[i + 1]);
        }
    }

    /** The lock is for two threads that unmap parts of one mapping at once. To unmap all of it takes none. */
    private static synchronized long[] cut(long address, long bytes) {
        long end = address + wholePages(bytes);
        long[] changes = NO_CHANGES;
        for (Origin mapping : Origins.of(MAPPED_FILE)) {
            long start = mapping.address();
            long mappingEnd = start + wholePages(mapping.bytes());
            if (start < end && mappingEnd > address) {
                changes = changed(changes, start, mapping.bytes(), Math.max(address - start, 0));
                if (mappingEnd > end) {
                    changes = changed(changes, end, 0, start + mapping.bytes() - end);
                }
            }
        }
        return changes;
    }

    private static long[] changed(long[] changes, long address, long bytesBefore, long bytesAfter) {
        change(address, bytesBefore, bytesAfter);
        long[] longer = Arrays.copyOf(changes, changes.length + WORDS);
        longer[changes.length] = address;
        longer[changes.length + 1] = bytesBefore;
        longer[changes.length + 2] = bytesAfter;
        return longer;
    }

    private static void change(long address, long bytesBefore, long bytesAfter) {
        if (bytesBefore != 0) {
            Tracker.freed(address);
        }
        if (bytesAfter != 0) {
            Tracker.allocated(address, bytesAfter, MAPPED_FILE);
        }
        if (bytesBefore == 0) {
            Origins.opened(address, bytesAfter, MAPPED_FILE);
        } else if (bytesAfter == 0) {
            Origins.closed(address);
        } else {
            Origins.resized(address, bytesAfter);
        }
    }

    private static long wholePages(long bytes) {
        long page = NativeBytes.pageSize();
        return (bytes + page - 1) / page * page;
    }
}
