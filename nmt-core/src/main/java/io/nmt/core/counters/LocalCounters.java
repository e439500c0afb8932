package io.nmt.core.counters;

import java.lang.reflect.Method;

/** Finds the counters of the current thread. */
final class LocalCounters {
    /*
     * A virtual thread writes to its carrier's counters: a hook has no point at which it could be unmounted, so the carrier
     * is the only writer, and a million virtual threads need no more counters than there are carriers. The JDK's
     * CarrierThreadLocal does that. It is within reach if the agent has exported jdk.internal.misc to us. As a plain
     * library we use an ordinary thread-local, and virtual threads, which come by the million, share one set of counters
     * with atomic additions.
     */
    private final Counters owner;
    private final ThreadLocal<ThreadCounters> local;
    private final ThreadCounters ofVirtualThreads;
    private final Method isVirtual;

    LocalCounters(Counters owner) {
        this.owner = owner;
        ThreadLocal<ThreadCounters> ofCarrier = carrierThreadLocal();
        this.isVirtual = ofCarrier == null ? isVirtual() : null;
        this.local = ofCarrier != null ? ofCarrier : new ThreadLocal<>();
        this.ofVirtualThreads = isVirtual == null ? null : owner.register(new ThreadCounters(owner, true));
    }

    @SuppressWarnings("unchecked")
    private static ThreadLocal<ThreadCounters> carrierThreadLocal() {
        try {
            return (ThreadLocal<ThreadCounters>) Class.forName("jdk.internal.misc.CarrierThreadLocal")
                    .asSubclass(ThreadLocal.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            return null; // JDK 17, or not exported
        }
    }

    private static Method isVirtual() {
        try {
            return Thread.class.getMethod("isVirtual");
        } catch (NoSuchMethodException e) {
            return null; // before JDK 21
        }
    }

    ThreadCounters current() {
        ThreadCounters counters = local.get();
        return counters != null ? counters : first();
    }

    private ThreadCounters first() {
        ThreadCounters counters =
                onVirtualThread() ? ofVirtualThreads : owner.register(new ThreadCounters(owner, false));
        local.set(counters);
        return counters;
    }

    private boolean onVirtualThread() {
        try {
            return isVirtual != null && (boolean) isVirtual.invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
