package io.nmt.core.internal.libraries;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.sites.CallSite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The sample of a pooled buffer, from its handing out to its release. The buffer and its chunk are held weakly: what
 * the application has lost must go the way it would go without us.
 */
final class PooledBuffer extends WeakReference<Object> implements LockFreeMap.Collectable {
    private static final int ALWAYS_SOUGHT = 16;
    private static final int MOST_RETAINERS = 4;

    private final WeakReference<Object> chunk; // null if it is one of its own
    private final CallSite site;
    private final long entry;
    private final long number;
    private final int bytes;
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile String lastSeenIn;
    private volatile List<String> retainers = List.of(); // racy: one may be missed
    private volatile List<String> partTakers = List.of(); // likewise
    private long sought; // racy: one more or less does no harm

    /**
     * A buffer.
     *
     * @param chunk that it is a part of; null if it is one of its own
     * @param entry its {@link io.nmt.core.internal.sites.SampleRecord}
     * @param number of the sample
     * @param bytes that it takes from its pool
     */
    PooledBuffer(Object buffer, Object chunk, CallSite site, long entry, long number, int bytes) {
        super(buffer);
        this.chunk = chunk == null ? null : new WeakReference<>(chunk);
        this.site = site;
        this.entry = entry;
        this.number = number;
        this.bytes = bytes;
    }

    CallSite site() {
        return site;
    }

    long entry() {
        return entry;
    }

    long number() {
        return number;
    }

    int bytes() {
        return bytes;
    }

    /** True if the buffer is a chunk of its own, so that its memory goes with it. */
    boolean isChunk() {
        return chunk == null;
    }

    /** The chunk that it is a part of; null if it is one of its own, or was collected. */
    Object chunk() {
        return isChunk() ? null : chunk.get();
    }

    /** True if the buffer was collected, so that no code can release it any more. */
    boolean isLost() {
        return refersTo(null);
    }

    /** True if the buffer and its chunk were collected: no pool has this memory any more. Counts it once. */
    @Override
    public boolean isGone() {
        boolean gone = isLost() && (isChunk() || chunk.refersTo(null));
        if (gone && told.compareAndSet(false, true)) {
            PooledBuffers.gone(this);
        }
        return gone;
    }

    /**
     * True if the stack is worth a look for the buffer's user: at the first calls, then at each that doubles their
     * number.
     */
    boolean isUserSought() {
        long calls = ++sought;
        return calls <= ALWAYS_SOUGHT || (calls & (calls - 1)) == 0;
    }

    void retainedBy(String user) {
        retainers = with(user, retainers);
    }

    void partTakenBy(String user) {
        partTakers = with(user, partTakers);
    }

    private static List<String> with(String user, List<String> users) {
        if (users.size() >= MOST_RETAINERS) {
            return users;
        }
        List<String> now = new ArrayList<>(users);
        now.add(user);
        return List.copyOf(now);
    }

    void releasedBy(String user) {
        List<String> now = new ArrayList<>(retainers);
        if (now.remove(user)) {
            retainers = List.copyOf(now);
        } else {
            List<String> parts = new ArrayList<>(partTakers);
            parts.remove(user);
            partTakers = List.copyOf(parts);
        }
    }

    /** True if a class is known that retains the buffer, or a part of it. */
    boolean isRetained() {
        return !retainers.isEmpty() || !partTakers.isEmpty();
    }

    /** The names of the classes that retained it and were not seen to release it, once for each time. */
    List<String> retainers() {
        return retainers;
    }

    /** Likewise of those that took a part of it. */
    List<String> partTakers() {
        return partTakers;
    }

    void seenIn(String component) {
        lastSeenIn = component;
    }

    /** The name of the class of what had it last; null if that is not known. */
    String lastSeenIn() {
        return lastSeenIn;
    }
}
