package io.nmt.core.internal.counters;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Finds the counters of the current thread. */
final class LocalCounters {
    /*
     * A platform thread finds its counters by its id, in a hash table: a thread-local takes longer, and the JDK's
     * common pool empties those of its threads after each task. A bucket is a list that its threads push to by CAS.
     * Threads that have ended are taken out by any thread that comes across them, several at once too: a link only ever
     * skips ended threads, so a live one is never lost; an ended one that two of them put back by overwriting each
     * other's link is taken out with the next one of that bucket. Each thread looks only for what it has put there
     * itself. It reads plainly: what another thread has put before that is seen with its final id, and with its link,
     * which every CPU orders before what depends on it.
     *
     * Counters are registered before they can be found: an error between the two leaves some that count nothing.
     *
     * A thread's words take a kilobyte. So no more than a share of the heap's limit has words of its own; what comes
     * beyond adds to one set that such threads share, with atomic additions, until others end and it ends itself.
     *
     * A virtual thread writes to its carrier's counters: a hook has no point at which it could be unmounted, so the
     * carrier is the only writer, and a million virtual threads need no more counters than there are carriers. The
     * JDK's CarrierThreadLocal does that. It is within reach if the agent is there (JdkAccess). As a plain
     * library we have virtual threads, which come by the million, share one set of counters with atomic additions.
     */
    private static final int BUCKETS = 1024;
    private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(ThreadCounters[].class);
    private static final Class<?> VIRTUAL_THREAD = classOrNull("java.lang.BaseVirtualThread"); // since JDK 21

    /** Counters are in use as long as a thread-local refers to this. */
    private static final class Use {
        ThreadCounters counters;
    }

    private static final int SHARE_OF_HEAP = 16;
    private static final int BYTES_PER_THREAD = 1300;
    private static final int SWEPT_EVERY = 64;

    private final Counters owner;
    private final long mostThreads;
    private final AtomicInteger beyond = new AtomicInteger();
    private volatile ThreadCounters ofFurtherThreads; // null until there are too many
    private final ThreadCounters[] buckets = new ThreadCounters[BUCKETS];
    private final ThreadLocal<Use> local;
    private final ThreadCounters ofVirtualThreads;

    LocalCounters(Counters owner) {
        this(owner, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / BYTES_PER_THREAD);
    }

    /** At most so many threads have words of their own. */
    LocalCounters(Counters owner, long mostThreads) {
        this.owner = owner;
        this.mostThreads = mostThreads;
        ThreadLocal<Use> ofCarrier = carrierThreadLocal();
        this.local = ofCarrier != null ? ofCarrier : new ThreadLocal<>();
        boolean shared = ofCarrier == null && VIRTUAL_THREAD != null;
        this.ofVirtualThreads = shared ? owner.register(new ThreadCounters(owner, true)) : null;
    }

    private static Class<?> classOrNull(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @SuppressWarnings("unchecked")
    private static ThreadLocal<Use> carrierThreadLocal() {
        JdkAccess jdk = JdkInternals.access();
        return jdk == null ? null : (ThreadLocal<Use>) jdk.newCarrierThreadLocal();
    }

    ThreadCounters current() {
        Thread thread = Thread.currentThread();
        long id = ThreadId.of(thread);
        ThreadCounters counters = buckets[bucket(id)];
        while (counters != null) {
            if (counters.threadId == id) {
                return counters;
            }
            counters = counters.nextInBucket;
        }
        return otherwise(thread, id);
    }

    ThreadCounters of(Thread thread) {
        long id = ThreadId.of(thread);
        if (id == 0) {
            throw new UnsupportedOperationException("without the agent, this needs JDK 22 or later");
        }
        ThreadCounters counters = (ThreadCounters) BUCKET.getAcquire(buckets, bucket(id));
        while (counters != null && counters.threadId != id) {
            counters = counters.nextInBucket;
        }
        return counters;
    }

    private static int bucket(long threadId) {
        return (int) threadId & (BUCKETS - 1);
    }

    private ThreadCounters otherwise(Thread thread, long id) {
        boolean virtual = VIRTUAL_THREAD != null && VIRTUAL_THREAD.isInstance(thread);
        if (virtual && ofVirtualThreads != null) {
            return ofVirtualThreads;
        }
        return virtual || id == 0 ? byThreadLocal() : firstOf(thread, id);
    }

    private ThreadCounters byThreadLocal() {
        Use use = local.get();
        if (use == null) {
            FullHeap.check();
            use = new Use();
            use.counters = counters(use, 0);
            local.set(use);
        }
        return use.counters;
    }

    private ThreadCounters firstOf(Thread thread, long id) {
        ThreadCounters counters = counters(thread, id);
        int bucket = bucket(id);
        do {
            counters.nextInBucket = (ThreadCounters) BUCKET.getAcquire(buckets, bucket);
        } while (!BUCKET.compareAndSet(buckets, bucket, counters.nextInBucket, counters));
        if (counters.isShared()) {
            dropEnded(bucket); // since they are in no list
        }
        return counters;
    }

    private ThreadCounters counters(Object user, long id) {
        return owner.list().size < mostThreads ? registered(user, id) : further(user, id);
    }

    /** Counters of a thread beyond the bound: it adds to words that all such threads share. */
    private ThreadCounters further(Object user, long id) {
        if (beyond.getAndIncrement() % SWEPT_EVERY == 0) {
            owner.sweep(); // ended threads leave room
        }
        ThreadCounters shared = ofFurtherThreads;
        if (shared == null) {
            // Two threads may make one each: both are counted.
            FullHeap.check();
            shared = owner.register(new ThreadCounters(owner, true));
            ofFurtherThreads = shared;
        }
        return new ThreadCounters(shared, user, id);
    }

    private ThreadCounters registered(Object user, long threadId) {
        FullHeap.check();
        try {
            return owner.register(new ThreadCounters(owner, user, threadId, false));
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            throw e;
        }
    }

    long words() {
        return BUCKETS * Integer.BYTES / Long.BYTES;
    }

    /** Called for counters of an ended thread, more than once for the same ones if need be. */
    void forget(ThreadCounters ended) {
        if (ended.threadId == 0) {
            return;
        }
        dropEnded(bucket(ended.threadId));
    }

    private void dropEnded(int bucket) {
        ThreadCounters first = (ThreadCounters) BUCKET.getAcquire(buckets, bucket);
        while (first != null && first.entry.ended()) {
            BUCKET.compareAndSet(buckets, bucket, first, first.nextInBucket);
            first = (ThreadCounters) BUCKET.getAcquire(buckets, bucket);
        }
        for (ThreadCounters live = first; live != null; live = live.nextInBucket) {
            ThreadCounters next = live.nextInBucket;
            while (next != null && next.entry.ended()) {
                next = next.nextInBucket;
            }
            if (next != live.nextInBucket) {
                live.nextInBucket = next;
            }
        }
    }
}
