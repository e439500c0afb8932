package io.nmt.core.libraries;

import io.nmt.core.concurrent.LockFreeMap;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects that stand for chunks, from when they are made until they are freed. Thread-safe.
 *
 * <p>They are held weakly: a buffer that the application lost must go the way it would go without us. What is left of one then
 * goes with the next chunk that comes or goes near it; a reference queue would need a lock.
 */
final class LiveChunks {
    private static final int CHAINS_BITS = 10;
    private static final LockFreeMap<Chunk, Boolean> LIVE = new LockFreeMap<>(CHAINS_BITS);

    private LiveChunks() {}

    /**
     * Notes a chunk.
     *
     * @param chunk the library's object
     */
    static void add(Object chunk) {
        LIVE.put(new Chunk(chunk), Boolean.TRUE);
    }

    /**
     * Forgets a chunk.
     *
     * @param chunk the library's object
     */
    static void remove(Object chunk) {
        LIVE.remove(new Chunk(chunk));
    }

    static List<Object> list() {
        List<Object> chunks = new ArrayList<>();
        LIVE.forEach((live, present) -> {
            Object chunk = live.get();
            if (chunk != null) {
                chunks.add(chunk);
            }
        });
        return chunks;
    }

    /** Equal to itself, and to another one of the same object. */
    private static final class Chunk extends WeakReference<Object> implements LockFreeMap.Collectable {
        private final int hash;

        Chunk(Object chunk) {
            super(chunk);
            this.hash = System.identityHashCode(chunk);
        }

        @Override
        public boolean isGone() {
            return refersTo(null);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object chunk = get();
            return chunk != null && other instanceof Chunk reference && reference.refersTo(chunk);
        }
    }
}
