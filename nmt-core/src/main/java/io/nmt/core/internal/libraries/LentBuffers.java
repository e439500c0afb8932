package io.nmt.core.internal.libraries;

import io.nmt.core.internal.blocks.BlockRecord;
import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Pool;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The direct buffers of pools that hand out whole buffers, as Jetty's and Undertow's do: each is a chunk of its own.
 * From when one is handed out for the first time until its memory is freed: by the pool, or, also if it was not given
 * back, by the garbage collector. A buffer without a block on the books stays until it is collected. Thread-safe.
 */
final class LentBuffers {
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 176; // key and entry, and the pool's reference
    private static final long MOST_BUFFERS = 1 << 18;
    private static final TableBound BOUND =
            TableBound.ofHeap("buffers that pools lend", SHARE_OF_HEAP, BYTES, MOST_BUFFERS);
    private static final LockFreeMap<IdentityKey, Lent> BUFFERS = new LockFreeMap<>(BOUND);

    /** Names of the pools' classes that were there before the agent. */
    private static final Set<String> OLDER = new CopyOnWriteArraySet<>();

    private LentBuffers() {}

    /** One such buffer. A pool hands it from thread to thread so that each sees what the one before has written. */
    private static final class Lent {
        private final WeakReference<Object> pool;
        private final long address;
        private final int group;
        private final long block; // its record, without flags; NONE if its memory is not on the books
        private final long firstNanos = System.nanoTime();
        private boolean isLent;
        private PooledBuffer sample;

        Lent(Object pool, long address, int group) {
            this.pool = new WeakReference<>(pool);
            this.address = address;
            this.group = group;
            this.block = blockAt(address);
        }

        /** Tells whether its memory was on the books, and is no more. */
        boolean isFreed() {
            return block != BlockRecord.NONE && blockAt(address) != block;
        }

        private static long blockAt(long address) {
            long record = Tracker.recordOf(address);
            return BlockRecord.of(BlockRecord.categoryId(record), BlockRecord.bytes(record));
        }

        /** Says that it is handed out, or given back. */
        void set(boolean nowLent, PooledBuffer nowSample) {
            PooledBuffer before = sample;
            isLent = nowLent;
            sample = nowSample;
            if (before != null) {
                PooledBuffers.givenBack(before);
            }
        }
    }

    /** Called where a pool of that kind hands out a buffer. */
    static void handedOut(Object pool, ByteBuffer memory, int group) {
        if (memory.isDirect()) {
            handedOut(pool, memory, Mirror.address(memory), group);
        }
    }

    static void handedOut(Object pool, ByteBuffer memory, long address, int group) {
        Lent buffer = LockFreeMap.ofObject(BUFFERS, memory);
        if (buffer == null) {
            buffer = new Lent(pool, address, group);
            BUFFERS.put(new IdentityKey(memory), buffer);
        }
        int bytes = memory.capacity();
        buffer.set(
                true, Tracker.current().samples(bytes) ? PooledBuffers.handedOutAsAWhole(memory, bytes, group) : null);
    }

    /** Called where a pool makes a buffer that it does not take back: it is in use until it is collected. */
    static void madeUnpooled(ByteBuffer memory, int group) {
        int bytes = memory.capacity();
        if (memory.isDirect() && Tracker.current().samples(bytes)) {
            PooledBuffers.handedOutAsAWhole(memory, bytes, group);
        }
    }

    /** Called where it is given back. */
    static void givenBack(ByteBuffer memory) {
        Lent buffer = memory.isDirect() ? LockFreeMap.ofObject(BUFFERS, memory) : null;
        if (buffer != null) {
            buffer.set(false, null);
        }
    }

    /** Lists those that were handed out since the agent is there, and whose memory is not freed. */
    static List<Chunk> list() {
        Map<Long, Lent> newest = new HashMap<>();
        BUFFERS.forEach((key, buffer) -> {
            if (buffer.isFreed()) {
                BUFFERS.remove(key);
            } else if (!key.isGone()) {
                newest.merge(buffer.address, buffer, LentBuffers::newer);
            }
        });
        List<Chunk> chunks = new ArrayList<>();
        BUFFERS.forEach((key, buffer) -> {
            Object pool = buffer.pool.get();
            if (pool != null && newest.get(buffer.address) == buffer && key.get() instanceof ByteBuffer memory) {
                int bytes = memory.capacity();
                chunks.add(Chunk.asAWhole(pool, buffer.address, bytes, buffer.isLent ? bytes : 0));
            }
        });
        return chunks;
    }

    /** Adds the buffers that are lent, by the kinds of their pools. */
    static void addTo(PoolWholes wholes) {
        BUFFERS.forEach((key, buffer) -> {
            if (buffer.isLent && !buffer.isFreed() && key.get() instanceof ByteBuffer memory) {
                wholes.add(PoolKind.withId(buffer.group), memory.capacity(), 1);
            }
        });
        if (BOUND.refused() > 0) {
            wholes.add(PoolKind.JETTY, Pool.UNKNOWN, Pool.UNKNOWN);
            wholes.add(PoolKind.UNDERTOW, Pool.UNKNOWN, Pool.UNKNOWN);
        }
    }

    /** The newer of two buffers at one address: the older one's memory was freed. */
    private static Lent newer(Lent one, Lent other) {
        return one.firstNanos - other.firstNanos > 0 ? one : other;
    }

    /** Notes that a class was loaded before the agent: what its pools have handed out until now is not known. */
    static void adopt(Class<?> type) {
        OLDER.add(type.getName());
    }

    /** True if the pool is of a class that was loaded before the agent. */
    static boolean isOlder(Object pool) {
        for (Class<?> type = pool.getClass(); type != null; type = type.getSuperclass()) {
            if (OLDER.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }
}
