package io.nmt.core;

import io.nmt.core.model.Category;
import java.util.Objects;

/**
 * Allocates native memory in one category. For libraries that manage memory by address; their figures then stand in
 * reports and events under the library's own name, with the agent and without.
 *
 * <p>Thread-safe. A block may be freed by any thread and through any allocator of this class, but by nothing else, and
 * not by two threads at once. Memory is not zeroed.
 *
 * <p>An address that is not a live block's is not passed on to the C library, which would end the process or corrupt
 * its heap: it is an {@link IllegalStateException}, and counted as an unknown free. Where blocks are untracked (the
 * table of live blocks is full, a hook failed, or the agent's option {@code categories} leaves some out), an address
 * that is not known may be theirs, and is passed on.
 */
public final class TrackedAllocator {
    private final int categoryId;

    /**
     * An allocator of a category.
     *
     * @param category of every block it allocates
     */
    public TrackedAllocator(Category category) {
        this.categoryId = Objects.requireNonNull(category, "category").id();
    }

    /**
     * Allocates a block.
     *
     * @param bytes its size
     * @return its address, aligned for any primitive, or 0 if {@code bytes} is 0
     * @throws IllegalArgumentException if {@code bytes} is negative
     * @throws OutOfMemoryError if the system has no memory left
     */
    public long allocate(long bytes) {
        return NativeHeap.allocate(checked(bytes), categoryId);
    }

    /**
     * Changes the size of a block, which may move. If it fails, the old block stays as it was.
     *
     * @param address of the block; 0 allocates a new one
     * @param bytes the new size; 0 frees the block
     * @return the block's address, or 0 if {@code bytes} is 0
     * @throws IllegalArgumentException if {@code bytes} is negative
     * @throws IllegalStateException if there is no live block at the address
     * @throws OutOfMemoryError if the system has no memory left
     */
    public long reallocate(long address, long bytes) {
        return NativeHeap.reallocate(address, checked(bytes), categoryId);
    }

    /**
     * Frees a block.
     *
     * @param address of the block; 0 does nothing
     * @throws IllegalStateException if there is no live block at the address: it was freed before, or is not one's
     *     start
     */
    public void free(long address) {
        NativeHeap.free(address);
    }

    private static long checked(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("Negative size: " + bytes);
        }
        return bytes;
    }
}
