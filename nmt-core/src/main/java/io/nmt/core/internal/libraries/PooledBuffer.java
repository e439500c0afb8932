package io.nmt.core.internal.libraries;

import io.nmt.core.internal.sites.CallSite;
import java.lang.ref.WeakReference;

/**
 * What is known of a sampled buffer of a pool, from when it was handed out until it is given back. The buffer is held
 * weakly: what the application has lost must go the way it would go without us.
 */
final class PooledBuffer extends WeakReference<Object> {
    private final CallSite site;
    private final long entry;
    private final int bytes;
    private volatile String lastSeenIn;

    /**
     * A buffer.
     *
     * @param entry its {@link io.nmt.core.internal.sites.SampleRecord}
     * @param bytes that it takes from its pool
     */
    PooledBuffer(Object buffer, CallSite site, long entry, int bytes) {
        super(buffer);
        this.site = site;
        this.entry = entry;
        this.bytes = bytes;
    }

    CallSite site() {
        return site;
    }

    long entry() {
        return entry;
    }

    int bytes() {
        return bytes;
    }

    /** Whether it was collected: then nobody can give its memory back any more. */
    boolean isLost() {
        return refersTo(null);
    }

    void seenIn(String component) {
        lastSeenIn = component;
    }

    /** The name of the class of what had it last; null if that is not known. */
    String lastSeenIn() {
        return lastSeenIn;
    }
}
