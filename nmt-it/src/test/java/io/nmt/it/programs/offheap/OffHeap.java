package io.nmt.it.programs.offheap;

import java.nio.ByteBuffer;

/** Hands memory on. */
public final class OffHeap {
    private OffHeap() {}

    public static ByteBuffer allocate(int bytes) {
        return zeroed(bytes);
    }

    private static ByteBuffer zeroed(int bytes) {
        return ByteBuffer.allocateDirect(bytes);
    }
}
