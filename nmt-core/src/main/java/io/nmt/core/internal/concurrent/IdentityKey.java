package io.nmt.core.internal.concurrent;

import java.lang.ref.WeakReference;

/**
 * An object as a key of a {@link LockFreeMap}: equal to itself, and to another key of the same object. The object is
 * held weakly; the entry of one that was collected goes when another one comes or goes near it, since a reference queue
 * would need a lock.
 */
public final class IdentityKey extends WeakReference<Object> implements LockFreeMap.Collectable {
    private final int hash;

    /**
     * A key.
     *
     * @param object that it stands for
     */
    public IdentityKey(Object object) {
        super(object);
        this.hash = System.identityHashCode(object);
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
        Object object = get();
        return object != null && other instanceof IdentityKey key && key.refersTo(object);
    }
}
