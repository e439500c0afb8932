package io.nmt.core.internal.handles;

import io.nmt.core.internal.sites.CallSite;
import java.util.concurrent.atomic.AtomicLong;

/** The handles of a call site that were collected before they were closed. Thread-safe. */
final class LostHandles {
    /** Bytes of Java heap, with its entry in a map. */
    static final int BYTES = 96;

    private final CallSite site;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong squares = new AtomicLong();

    LostHandles(CallSite site) {
        this.site = site;
    }

    CallSite site() {
        return site;
    }

    /** Adds a sample that stands for so many; takes it away again if the weight is negative. Allocates nothing. */
    void add(long weight) {
        count.addAndGet(weight);
        squares.addAndGet(weight * (Math.abs(weight) - 1));
    }

    long count() {
        return count.get();
    }

    /** The variance of the count. */
    long squares() {
        return squares.get();
    }
}
