package io.nmt.core;

/** Where a {@link TrackedAllocator} takes memory from: before JDK 22, {@code Unsafe}. */
final class NativeHeap {
    private NativeHeap() {}

    static long allocate(long bytes, int categoryId) {
        return UnsafeHeap.allocate(bytes, categoryId);
    }

    static long reallocate(long address, long bytes, int categoryId) {
        return UnsafeHeap.reallocate(address, bytes, categoryId);
    }

    static void free(long address) {
        UnsafeHeap.free(address);
    }
}
