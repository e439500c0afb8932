package io.nmt.core.internal.libraries;

import io.nmt.core.model.Pool;
import java.util.List;

/**
 * A chunk of a pool, in memory outside the heap.
 *
 * @param owner the allocator, or what keeps the allocator's direct chunks
 * @param address where it starts
 * @param bytes its size
 * @param inUseBytes handed out, or {@link Pool#UNKNOWN}
 * @param freeBytes neither handed out nor kept by a thread for its next buffers; or {@link Pool#UNKNOWN}
 * @param halfEmpty 1 if less than half of it is in use; 0 if not; or {@link Pool#UNKNOWN}, also where it is always
 *     handed out as a whole
 * @param arena that it belongs to, or null
 * @param places for buffers of one size each; null if it is handed out as a whole
 */
record Chunk(
        Object owner,
        long address,
        long bytes,
        long inUseBytes,
        long freeBytes,
        long halfEmpty,
        Object arena,
        List<Places> places) {
    /** A chunk of which parts are handed out. */
    static Chunk ofParts(
            Object owner,
            long address,
            long bytes,
            long inUseBytes,
            long freeBytes,
            Object arena,
            List<Places> places) {
        long halfEmpty = inUseBytes == Pool.UNKNOWN ? Pool.UNKNOWN : inUseBytes < bytes / 2 ? 1 : 0;
        return new Chunk(owner, address, bytes, inUseBytes, freeBytes, halfEmpty, arena, places);
    }

    /** A chunk that is handed out as a whole. */
    static Chunk asAWhole(Object owner, long address, long bytes, long inUseBytes) {
        return new Chunk(owner, address, bytes, inUseBytes, bytes - inUseBytes, Pool.UNKNOWN, null, null);
    }
}
