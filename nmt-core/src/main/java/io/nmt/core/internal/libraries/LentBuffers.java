package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.tracker.Tracker;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The direct buffers of pools that hand out whole buffers, as Jetty's and Undertow's do: each is a chunk of its own.
 * From when one is handed out for the first time until the garbage collector takes it, with which its memory goes, also
 * if it was not given back. Thread-safe.
 */
final class LentBuffers {
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 128; // key and entry, and the pool's reference
    private static final long MOST = 1 << 18;
    private static final LockFreeMap<IdentityKey, Lent> BUFFERS =
            new LockFreeMap<>(TableBound.ofHeap("buffers that pools lend", SHARE_OF_HEAP, BYTES, MOST));

    /** Names of the pools' classes that were there before the agent. */
    private static final Set<String> OLDER = new CopyOnWriteArraySet<>();

    private LentBuffers() {}

    /** One such buffer. A pool hands it from thread to thread so that each sees what the one before has written. */
    private static final class Lent {
        private final WeakReference<Object> pool;
        private boolean isLent;
        private PooledBuffer sample;

        Lent(Object pool) {
            this.pool = new WeakReference<>(pool);
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
        if (!memory.isDirect()) {
            return;
        }
        Lent buffer = LockFreeMap.ofObject(BUFFERS, memory);
        if (buffer == null) {
            buffer = new Lent(pool);
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

    /** Those that were handed out since the agent is there. */
    static List<Chunk> list() {
        List<Chunk> chunks = new ArrayList<>();
        BUFFERS.forEach((key, buffer) -> {
            Object pool = buffer.pool.get();
            if (pool != null && key.get() instanceof ByteBuffer memory) {
                int bytes = memory.capacity();
                int inUse = buffer.isLent ? bytes : 0;
                chunks.add(Chunk.asAWhole(pool, Mirror.address(memory), bytes, inUse));
            }
        });
        return chunks;
    }

    /** Notes that a class was loaded before the agent: what its pools have handed out until now is not known. */
    static void adopt(Class<?> type) {
        OLDER.add(type.getName());
    }

    /** Whether it is a pool of such a class. */
    static boolean isOlder(Object pool) {
        for (Class<?> type = pool.getClass(); type != null; type = type.getSuperclass()) {
            if (OLDER.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }
}
