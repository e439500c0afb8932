package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects that stand for chunks, from when they are made until they are freed. Thread-safe.
 *
 * <p>They are held weakly: a buffer that the application lost must go the way it would go without us.
 */
final class LiveChunks {
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 64; // key and entry
    private static final long MOST_CHUNKS = 1 << 18;
    private static final TableBound BOUND = TableBound.ofHeap("chunks of pools", SHARE_OF_HEAP, BYTES, MOST_CHUNKS);
    private static final LockFreeMap<IdentityKey, Boolean> LIVE = new LockFreeMap<>(BOUND);

    private LiveChunks() {}

    /**
     * Notes a chunk.
     *
     * @param chunk the library's object
     */
    static void add(Object chunk) {
        LIVE.put(new IdentityKey(chunk), Boolean.TRUE);
    }

    /**
     * Forgets a chunk.
     *
     * @param chunk the library's object
     */
    static void remove(Object chunk) {
        LIVE.remove(new IdentityKey(chunk));
    }

    /** Tells if all of them are listed: none was refused for want of room. */
    static boolean areAllKnown() {
        return BOUND.refused() == 0;
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
}
