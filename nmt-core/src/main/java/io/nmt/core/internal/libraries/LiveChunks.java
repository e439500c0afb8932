package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects that stand for chunks, from when they are made until they are freed. Thread-safe.
 *
 * <p>They are held weakly: a buffer that the application lost must go the way it would go without us.
 */
final class LiveChunks {
    private static final int CHAINS_BITS = 10;
    private static final LockFreeMap<IdentityKey, Boolean> LIVE = new LockFreeMap<>(CHAINS_BITS);

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
