package io.nmt.core.internal.libraries;

import io.nmt.core.model.Pool;
import java.nio.ByteBuffer;

/** Reads Netty's chunks, as far as they are outside the heap. */
final class NettyChunks {
    private static final String ADAPTIVE = "AdaptivePoolingAllocator";

    private NettyChunks() {}

    /**
     * Returns what there is to know of an object that stands for a chunk, or null if it cannot be read, or is in the
     * heap.
     */
    static Chunk of(Object chunk) {
        try {
            return chunk.getClass().getName().contains(ADAPTIVE) ? adaptive(chunk) : pooled(chunk);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** The name of the allocator's class, also where it was relocated. */
    static String allocatorName(Object owner) {
        return owner.getClass().getName().replace(ADAPTIVE, "AdaptiveByteBufAllocator");
    }

    static boolean isAdaptive(Object owner) {
        return owner.getClass().getName().endsWith(ADAPTIVE);
    }

    /** What an allocator has taken, by its own count. */
    static long usedBytes(Object owner) throws ReflectiveOperationException {
        return isAdaptive(owner)
                ? (Long) Mirror.call(owner, "usedMemory")
                : (Long) Mirror.call(Mirror.call(owner, "metric"), "usedDirectMemory");
    }

    /** How many threads keep buffers of an allocator for themselves; or {@link Pool#UNKNOWN}. */
    static long threadCaches(Object owner) {
        try {
            return isAdaptive(owner)
                    ? Pool.UNKNOWN
                    : (Integer) Mirror.call(Mirror.call(owner, "metric"), "numThreadLocalCaches");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Pool.UNKNOWN;
        }
    }

    /** {@code PoolChunk}. */
    private static Chunk pooled(Object chunk) throws ReflectiveOperationException {
        // With io.netty.allocator.directMemoryCacheAlignment, the memory is a part of the base.
        if (!(Mirror.field(chunk, "base") instanceof ByteBuffer base)) {
            return null;
        }
        int bytes = Mirror.intField(chunk, "chunkSize");
        boolean handedOutAsAWhole = (Boolean) Mirror.field(chunk, "unpooled");
        Object arena = Mirror.field(chunk, "arena");
        return Chunk.ofParts(
                Mirror.field(arena, "parent"),
                Mirror.address(base),
                bytes,
                handedOutAsAWhole ? bytes : pinned(chunk),
                handedOutAsAWhole ? 0 : Mirror.intField(chunk, "freeBytes"),
                handedOutAsAWhole ? null : arena);
    }

    private static long pinned(Object chunk) {
        try {
            // Null with -Dio.netty.trackPinnedMemory=false.
            return Mirror.field(chunk, "pinnedBytes") instanceof Number pinned ? pinned.longValue() : Pool.UNKNOWN;
        } catch (ReflectiveOperationException e) {
            return Pool.UNKNOWN; // before Netty 4.1.68
        }
    }

    /** {@code AdaptivePoolingAllocator.Chunk}, and what extends it. */
    private static Chunk adaptive(Object chunk) throws ReflectiveOperationException {
        ByteBuffer begin = Mirror.nioBuffer(Mirror.field(chunk, "delegate"), 0, 1);
        if (!begin.isDirect()) {
            return null;
        }
        int bytes = Mirror.intField(chunk, "capacity");
        long inUse = handedOut(chunk);
        return Chunk.ofParts(
                Mirror.field(chunk, "allocator"),
                Mirror.address(begin),
                bytes,
                inUse,
                inUse == Pool.UNKNOWN ? Pool.UNKNOWN : bytes - inUse,
                null);
    }

    private static long handedOut(Object chunk) {
        try {
            String name = chunk.getClass().getName();
            if (name.endsWith("$SizeClassedChunk")) {
                Object local = Mirror.field(chunk, "localFreeList");
                int free = (Integer) Mirror.call(Mirror.field(chunk, "externalFreeList"), "size");
                free += local == null ? 0 : (Integer) Mirror.call(local, "size");
                int segments = Mirror.intField(chunk, "segments") - free;
                return Math.max(0, (long) segments * Mirror.intField(chunk, "segmentSize"));
            }
            if (name.endsWith("$BuddyChunk")) {
                int free = (Integer) Mirror.call(chunk, "remainingCapacity");
                return Math.max(0, Mirror.intField(chunk, "capacity") - free);
            }
            // One buffer has it all. So it is since there are the two others.
            Class.forName(
                    name.replace("$Chunk", "$BuddyChunk"),
                    false,
                    chunk.getClass().getClassLoader());
            return Mirror.intField(chunk, "capacity");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Pool.UNKNOWN;
        }
    }
}
