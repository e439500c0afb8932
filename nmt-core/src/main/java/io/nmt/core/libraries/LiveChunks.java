package io.nmt.core.libraries;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects that stand for chunks, from when they are made until they are freed. Thread-safe.
 *
 * <p>They are held weakly: a buffer that the application lost must go the way it would go without us.
 */
final class LiveChunks {
    private static final ConcurrentHashMap<Chunk, Boolean> LIVE = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();

    private LiveChunks() {}

    /**
     * Notes a chunk.
     *
     * @param chunk the library's object
     */
    static void add(Object chunk) {
        for (Reference<?> gone = COLLECTED.poll(); gone != null; gone = COLLECTED.poll()) {
            LIVE.remove(gone);
        }
        LIVE.put(new Chunk(chunk, COLLECTED), Boolean.TRUE);
    }

    /**
     * Forgets a chunk.
     *
     * @param chunk the library's object
     */
    static void remove(Object chunk) {
        LIVE.remove(new Chunk(chunk, null));
    }

    static List<Object> list() {
        List<Object> chunks = new ArrayList<>();
        for (Chunk live : LIVE.keySet()) {
            Object chunk = live.get();
            if (chunk != null) {
                chunks.add(chunk);
            }
        }
        return chunks;
    }

    /** Equal to itself, and to another one of the same object. */
    private static final class Chunk extends WeakReference<Object> {
        private final int hash;

        Chunk(Object chunk, ReferenceQueue<Object> queue) {
            super(chunk, queue);
            this.hash = System.identityHashCode(chunk);
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
