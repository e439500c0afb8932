package io.nmt.core;

import io.nmt.core.internal.hooks.UnsafeHooks;
import io.nmt.core.internal.tracker.TrackedMemory;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;

/** The books from the side of the {@link TrackedAllocator}: what may be freed, and what is wrong with what may not. */
final class LiveBlocks {
    private LiveBlocks() {}

    /** Records a block. Never throws: a block that cannot be recorded is its caller's all the same. */
    static void add(long address, long bytes, int categoryId) {
        try {
            Tracker.allocated(Tracker.current(), address, bytes, categoryId);
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }

    /**
     * Is called with an address that is not in the books, instead of passing it to the C library, which would end the
     * process. Does nothing if the block may be there nevertheless: not all were recorded.
     *
     * @throws IllegalStateException which says what is known of the address
     */
    static void notLive(long address) {
        if (UnsafeHooks.leavesOutAny() || TrackedMemory.lacksBlocks()) {
            return;
        }
        throw new IllegalStateException("Not a live block: " + hex(address) + ", " + found(address));
    }

    /** On the way to an exception: walks all blocks. */
    private static String found(long address) {
        long[] block = new long[2];
        Category[] category = new Category[1];
        TrackedMemory.forEachBlock((start, bytes, of) -> {
            if (start < address && address - start < bytes) {
                block[0] = start;
                block[1] = bytes;
                category[0] = of;
            }
        });
        return category[0] == null
                ? "which was freed before, or never allocated here"
                : "which is " + (address - block[0]) + " bytes inside the block of " + block[1] + " bytes at "
                        + hex(block[0]) + " in category " + category[0].name();
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    static OutOfMemoryError noMemory(long bytes, int categoryId) {
        return new OutOfMemoryError("Unable to allocate " + bytes + " bytes of native memory for category "
                + Category.withId(categoryId).name());
    }
}
