package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;

/**
 * The sampled buffers of classes that were loaded before the agent, and so have no field for what is known of one.
 * Slower: each buffer that comes or goes is looked for.
 */
final class LateBuffers {
    private static final int CHAINS_BITS = 12;

    // One byte for all hashes that end alike: where it is 0, there is no such buffer, which is nearly everywhere.
    private static final int FILTER_MASK = (1 << 16) - 1;
    private static final byte[] MAYBE = new byte[FILTER_MASK + 1];
    private static final LockFreeMap<IdentityKey, PooledBuffer> KNOWN = new LockFreeMap<>(CHAINS_BITS);

    private LateBuffers() {}

    /** Forgets what it was before. With 0 bytes it is not sampled now. */
    static void handedOut(Object buffer, Object chunk, int bytes, int group) {
        givenBack(buffer);
        if (bytes > 0) {
            PooledBuffer sampled = PooledBuffers.handedOut(buffer, chunk, bytes, group);
            if (sampled != null) {
                put(buffer, sampled);
            }
        }
    }

    /** Says what is known of a buffer. */
    static void put(Object buffer, PooledBuffer sampled) {
        // Never taken back: racy, and one too many does no harm.
        MAYBE[System.identityHashCode(buffer) & FILTER_MASK] = 1;
        KNOWN.put(new IdentityKey(buffer), sampled);
    }

    static void givenBack(Object buffer) {
        PooledBuffer known = remove(buffer);
        if (known != null) {
            PooledBuffers.givenBack(known);
        }
    }

    /** Forgets what was known of a buffer, and returns it, or null. */
    static PooledBuffer remove(Object buffer) {
        return MAYBE[System.identityHashCode(buffer) & FILTER_MASK] == 0 ? null : KNOWN.remove(new IdentityKey(buffer));
    }

    /** Null if it is not sampled. */
    static PooledBuffer of(Object buffer) {
        return MAYBE[System.identityHashCode(buffer) & FILTER_MASK] == 0 ? null : LockFreeMap.ofObject(KNOWN, buffer);
    }
}
