package io.nmt.core.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the counters of the current thread. */
final class LocalCounters {
    /*
     * A platform thread finds its counters by its id, in a hash table: a thread-local takes longer, and the JDK's
     * common pool empties those of its threads after each task. A bucket is a list that its threads push to by CAS. A
     * thread that has ended is taken out under the lock of Counters. Whoever is in the middle of the list then still finds
     * its way, and each thread looks only for what it has put there itself. It reads plainly: what another thread has put
     * before that is seen with its final id, and with its link, which every CPU orders before what depends on it.
     *
     * A virtual thread writes to its carrier's counters: a hook has no point at which it could be unmounted, so the carrier
     * is the only writer, and a million virtual threads need no more counters than there are carriers. The JDK's
     * CarrierThreadLocal does that. It is within reach if the agent has exported jdk.internal.misc to us. As a plain
     * library we have virtual threads, which come by the million, share one set of counters with atomic additions.
     */
    private static final int BUCKETS = 1024;
    private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(ThreadCounters[].class);
    private static final Class<?> VIRTUAL_THREAD = classOrNull("java.lang.BaseVirtualThread"); // since JDK 21

    /** Counters are in use as long as a thread-local refers to this. */
    private static final class Use {
        ThreadCounters counters;
    }

    private final Counters owner;
    private final ThreadCounters[] buckets = new ThreadCounters[BUCKETS];
    private final ThreadLocal<Use> local;
    private final ThreadCounters ofVirtualThreads;

    LocalCounters(Counters owner) {
        this.owner = owner;
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
        try {
            return (ThreadLocal<Use>) Class.forName("jdk.internal.misc.CarrierThreadLocal")
                    .asSubclass(ThreadLocal.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            return null; // JDK 17, or not exported
        }
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

    /** Under the lock of {@link Counters}. */
    ThreadCounters of(Thread thread) {
        long id = ThreadId.of(thread);
        if (id == 0) {
            throw new UnsupportedOperationException(
                    "Before JDK 22, it takes the agent to tell threads' counters apart");
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
            use = new Use();
            use.counters = owner.register(new ThreadCounters(owner, use, 0, false));
            local.set(use);
        }
        return use.counters;
    }

    private ThreadCounters firstOf(Thread thread, long id) {
        ThreadCounters counters = new ThreadCounters(owner, thread, id, false);
        int bucket = bucket(id);
        do {
            counters.nextInBucket = (ThreadCounters) BUCKET.getAcquire(buckets, bucket);
        } while (!BUCKET.compareAndSet(buckets, bucket, counters.nextInBucket, counters));
        return owner.register(counters);
    }

    long words() {
        return BUCKETS * Integer.BYTES / Long.BYTES;
    }

    /** Called for counters of an ended thread, one at a time. */
    void forget(ThreadCounters ended) {
        int bucket = bucket(ended.threadId);
        if (ended.threadId == 0 || BUCKET.compareAndSet(buckets, bucket, ended, ended.nextInBucket)) {
            return;
        }
        ThreadCounters before = (ThreadCounters) BUCKET.getAcquire(buckets, bucket);
        while (before.nextInBucket != ended) {
            before = before.nextInBucket;
        }
        before.nextInBucket = ended.nextInBucket;
    }
}
