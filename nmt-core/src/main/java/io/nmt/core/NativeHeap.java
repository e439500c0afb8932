package io.nmt.core;

/** The source of a {@link TrackedAllocator}'s memory: before JDK 22, {@code Unsafe}. */
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
