package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;

/** What is known of the handles of classes that were loaded before the agent. Slower than a field, and larger. */
final class LateHandles {
    private static final int CHAINS_BITS = 14;
    private static final LockFreeMap<IdentityKey, Object> KNOWN = new LockFreeMap<>(CHAINS_BITS);

    private LateHandles() {}

    static void created(Object handle, int row) {
        IdentityKey key = new IdentityKey(handle);
        if (KNOWN.get(key) == null) {
            KNOWN.put(key, HandleClass.of(handle.getClass(), row).created(handle));
        }
    }

    /** Returns null for one that was made before, or is closed already. */
    static Object remove(Object handle) {
        return KNOWN.remove(new IdentityKey(handle));
    }
}
