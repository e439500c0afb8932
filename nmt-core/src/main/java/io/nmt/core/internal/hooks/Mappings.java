package io.nmt.core.internal.hooks;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.jdk.JdkInternals;
import io.nmt.core.internal.origins.MappingCut;
import io.nmt.core.internal.origins.Origin;
import io.nmt.core.internal.origins.Origins;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.util.Arrays;

/**
 * Keeps the books of mappings, where what is unmapped need not be what was mapped, and native code may unmap what Java
 * code has mapped. A new mapping takes the place of all that is still on the books of its range.
 */
public final class Mappings {
    private static final int MAPPED_FILE = Category.MAPPED_FILE.id();
    private static final long PAGE_BYTES = JdkInternals.access().pageSize();

    // A change is three words: an address, the length of the mapping there before and after; 0 is no mapping.
    private static final int WORDS = 3;
    private static final long[] NO_CHANGES = {};

    private static volatile boolean everCut;

    static void initialise() {
        // by being called
    }

    private Mappings() {}

    /**
     * Records a mapping.
     *
     * @param address where it starts
     * @param bytes its length as it was asked for
     * @param replaces whether the caller has asked the system to replace what was there: else what is still known there
     *     was unmapped by native code
     * @param origin of the mapping that it continues, or null for the current thread, now
     */
    public static void mapped(long address, long bytes, boolean replaces, Origin origin) {
        if (overlaps(address, bytes)) {
            Changes old = new Changes();
            try {
                cut(address, bytes, old);
            } finally {
                // An error may have ended it in the middle: what has left the books is told all the same.
                Tracker.freedElsewhere(replaces ? 0 : old.count);
            }
        }
        Tracker.allocated(address, bytes, MAPPED_FILE);
        if (origin == null) {
            Origins.opened(address, bytes, MAPPED_FILE);
        } else {
            Origins.continued(address, bytes, origin);
        }
    }

    /** Most mappings come where there is nothing. */
    private static boolean overlaps(long address, long bytes) {
        Origin last = Origins.mappingBefore(address + wholePages(bytes));
        return last != null && last.address() + wholePages(last.bytes()) > address;
    }

    /**
     * Removes the records of what is in a range, and shortens those of what reaches into it.
     *
     * @param address where the range starts
     * @param bytes its length
     * @return the changes, for {@link #restore}
     */
    public static long[] unmapping(long address, long bytes) {
        if (bytes <= 0 || address % PAGE_BYTES != 0) {
            return NO_CHANGES; // the system will refuse it
        }
        long entry = Tracker.recordOf(address);
        if (BlockRecord.categoryId(entry) == MAPPED_FILE && wholePages(BlockRecord.bytes(entry)) == wholePages(bytes)) {
            change(address, BlockRecord.bytes(entry), 0);
            return new long[] {address, BlockRecord.bytes(entry), 0};
        }
        Changes changes = new Changes();
        cut(address, bytes, changes);
        if (changes.words.length == 0 && !changes.missed) {
            Tracker.current().unknownFree();
        }
        return changes.words;
    }

    /**
     * Puts back what {@link #unmapping} changed, because nothing was unmapped.
     *
     * @param changes what it returned
     */
    public static void restore(long[] changes) {
        for (int i = 0; i < changes.length; i += WORDS) {
            change(changes[i], changes[i + 2], changes[i + 1]);
        }
    }

    /** True if a mapping may be in pieces, because C functions have cut one. */
    static boolean mayBeInPieces() {
        return everCut;
    }

    private static void cut(long address, long bytes, Changes changes) {
        everCut = true;
        MappingCut.cut(address, address + wholePages(bytes), PAGE_BYTES, changes);
    }

    /** Enters what is cut into the books, and notes it. */
    private static final class Changes implements MappingCut.Books {
        long[] words = NO_CHANGES;
        int count;
        boolean missed;

        @Override
        public void changed(long address, long bytesBefore, long bytesAfter) {
            record(address, bytesBefore, bytesAfter);
            count++;
            long[] longer = Arrays.copyOf(words, words.length + WORDS);
            longer[words.length] = address;
            longer[words.length + 1] = bytesBefore;
            longer[words.length + 2] = bytesAfter;
            words = longer;
        }

        @Override
        public void missed() {
            missed = true;
            Tracker.failed(null);
        }
    }

    private static void record(long address, long bytesBefore, long bytesAfter) {
        if (bytesBefore != 0) {
            Tracker.freed(address);
        }
        if (bytesAfter != 0) {
            Tracker.allocated(address, bytesAfter, MAPPED_FILE);
        }
    }

    private static void change(long address, long bytesBefore, long bytesAfter) {
        record(address, bytesBefore, bytesAfter);
        if (bytesBefore == 0) {
            Origins.opened(address, bytesAfter, MAPPED_FILE);
        } else if (bytesAfter == 0) {
            Origins.closed(address);
        } else {
            Origins.resized(address, bytesAfter);
        }
    }

    private static long wholePages(long bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }
}
