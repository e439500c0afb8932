package io.nmt.core.internal.libraries;

import io.nmt.core.model.Pool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

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

    /** Bytes that an allocator has taken, by its own count. */
    static long usedBytes(Object owner) throws ReflectiveOperationException {
        return isAdaptive(owner)
                ? (Long) Mirror.call(owner, "usedMemory")
                : (Long) Mirror.call(Mirror.call(owner, "metric"), "usedDirectMemory");
    }

    /** The number of threads that keep buffers of an allocator; or {@link Pool#UNKNOWN}. */
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
        if (!(base(chunk) instanceof ByteBuffer base)) {
            return null;
        }
        int bytes = Mirror.intField(chunk, "chunkSize");
        boolean handedOutAsAWhole = (Boolean) Mirror.field(chunk, "unpooled");
        Object arena = Mirror.field(chunk, "arena");
        Object owner = Mirror.field(arena, "parent");
        if (handedOutAsAWhole) {
            return Chunk.ofParts(owner, Mirror.address(base), bytes, bytes, 0, null, null);
        }
        List<Places> places = subpages(chunk);
        long free = Mirror.intField(chunk, "freeBytes");
        for (Places some : places) {
            free += some.freeBytes();
        }
        return Chunk.ofParts(owner, Mirror.address(base), bytes, pinned(chunk), free, arena, places);
    }

    private static Object base(Object chunk) throws ReflectiveOperationException {
        try {
            return Mirror.field(chunk, "base");
        } catch (NoSuchFieldException e) {
            return Mirror.field(chunk, "memory"); // Netty 4.1.60 and earlier
        }
    }

    /**
     * Adds what the buffers of a chunk have at the most. Reads less than {@link #of}.
     *
     * @param chunk the library's object; one that is in the heap adds nothing
     * @return false if it cannot be read
     */
    static boolean addTo(PoolWholes wholes, Object chunk) {
        try {
            if (chunk.getClass().getName().contains(ADAPTIVE)) {
                Chunk adaptive = adaptive(chunk);
                if (adaptive != null) {
                    wholes.add(PoolKind.NETTY_ADAPTIVE, atMost(adaptive.inUseBytes(), adaptive.bytes()), Pool.UNKNOWN);
                }
            } else if (base(chunk) instanceof ByteBuffer) {
                int bytes = Mirror.intField(chunk, "chunkSize");
                boolean whole = (Boolean) Mirror.field(chunk, "unpooled");
                wholes.add(PoolKind.NETTY_POOLED, whole ? bytes : atMost(pinned(chunk), bytes), Pool.UNKNOWN);
            }
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static long atMost(long inUseBytes, long chunkBytes) {
        return inUseBytes == Pool.UNKNOWN ? chunkBytes : inUseBytes;
    }

    /**
     * The pages that a chunk has divided among buffers of one size. Read without the arena's locks, so that each figure
     * is of a slightly different moment. {@code PoolArenaMetric.smallSubpages()} takes those locks, and leaves out the
     * pages of which nothing is free.
     */
    private static List<Places> subpages(Object chunk) throws ReflectiveOperationException {
        List<Places> places = new ArrayList<>();
        for (Object subpage : (Object[]) Mirror.field(chunk, "subpages")) {
            if (subpage != null && (Boolean) Mirror.field(subpage, "doNotDestroy")) {
                places.add(Places.of(
                        Mirror.intField(subpage, "elemSize"),
                        Mirror.intField(subpage, "maxNumElems"),
                        Mirror.intField(subpage, "numAvail")));
            }
        }
        return places;
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
        Object owner = Mirror.field(chunk, "allocator");
        int bytes = Mirror.intField(chunk, "capacity");
        List<Places> places = segments(chunk);
        long inUse = handedOut(chunk, bytes, places);
        long free = inUse == Pool.UNKNOWN ? Pool.UNKNOWN : bytes - inUse;
        return Chunk.ofParts(owner, Mirror.address(begin), bytes, inUse, free, null, places);
    }

    /** Those of a chunk for buffers of one size; none of one for others; null if one buffer has it all. */
    private static List<Places> segments(Object chunk) {
        String name = chunk.getClass().getName();
        try {
            if (name.endsWith("$SizeClassedChunk")) {
                Object local = Mirror.field(chunk, "localFreeList");
                int free = (Integer) Mirror.call(Mirror.field(chunk, "externalFreeList"), "size");
                free += local == null ? 0 : (Integer) Mirror.call(local, "size");
                int all = Mirror.intField(chunk, "segments");
                return List.of(Places.of(Mirror.intField(chunk, "segmentSize"), all, free));
            }
            // So it is since there is BuddyChunk; not looked for by its name, since it may not be loaded yet.
            return name.endsWith("$Chunk") && Mirror.hasMethod(chunk, "processFreelistEntries") ? null : List.of();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return List.of(); // another version
        }
    }

    private static long handedOut(Object chunk, int bytes, List<Places> places) {
        if (places == null) {
            return bytes;
        }
        if (!places.isEmpty()) {
            return (long) places.get(0).taken() * places.get(0).bytes();
        }
        try {
            return chunk.getClass().getName().endsWith("$BuddyChunk")
                    ? Math.max(0, bytes - (Integer) Mirror.call(chunk, "remainingCapacity"))
                    : Pool.UNKNOWN;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Pool.UNKNOWN;
        }
    }
}
