package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.IdentityKey;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;

/** The samples of handles whose classes were loaded before the agent. Slower than a field, and larger. */
final class LateHandles {
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 64; // key and entry
    private static final long MOST_HANDLES = 1 << 20;
    private static final TableBound BOUND = TableBound.ofHeap(
            "open native handles of classes loaded before the agent", SHARE_OF_HEAP, BYTES, MOST_HANDLES);
    private static final LockFreeMap<IdentityKey, Object> KNOWN = new LockFreeMap<>(BOUND);

    private LateHandles() {}

    static void created(Object handle, int row) {
        IdentityKey key = new IdentityKey(handle);
        if (KNOWN.get(key) != null) {
            return;
        }
        HandleClass handles = HandleClasses.of(handle.getClass(), row);
        KNOWN.put(key, handles);
        if (KNOWN.get(key) == null) {
            return; // the table is full, which it counts: the end of this handle would go unseen
        }
        Object known = handles.created(handle);
        if (known != handles) {
            KNOWN.put(key, known);
        }
    }

    /** Returns null for one that was made before, or is closed already. */
    static Object remove(Object handle) {
        return KNOWN.remove(new IdentityKey(handle));
    }
}
