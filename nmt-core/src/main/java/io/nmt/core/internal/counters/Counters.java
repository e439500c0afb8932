package io.nmt.core.internal.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The counters of all threads, those that have ended included, and the peaks. Lock-free: neither a thread that counts
 * nor one that reads ever waits for another.
 */
public final class Counters {
    /*
     * How to read sums that others are changing. A reader first reads what every thread allocated, then what every
     * thread freed. Let t be the moment between the two. Of a block freed by t, the free is counted in full, and the
     * allocation (which came earlier) may be; of a block allocated after t nothing is. So the difference is never more
     * than what was live at t, and it is exact if nothing is allocated or freed meanwhile. It may therefore be recorded
     * as a peak: a peak is never above the true one. The second half takes the list of threads anew, since a thread
     * that is not in the first may have freed by t.
     */
    private static final VarHandle LIST;

    static {
        try {
            LIST = MethodHandles.lookup().findVarHandle(Counters.class, "list", CounterList.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Peaks peaks = new Peaks(this);
    private volatile CounterList list = CounterList.EMPTY;
    private final LocalCounters local;

    /** No thread has counted yet. */
    public Counters() {
        this.local = new LocalCounters(this);
    }

    /** The same, where at most so many threads have words of their own. */
    Counters(long mostThreads) {
        this.local = new LocalCounters(this, mostThreads);
    }

    /**
     * Has the JVM link what counting calls, in JDK classes too, while there is heap for it: in a full heap each attempt
     * takes several full collections, and every block would try again.
     */
    public static void initialise() {
        Counters unused = new Counters();
        ThreadCounters own = unused.current();
        int any = 1;
        own.allocated(any, 1 << 20);
        own.freed(any, 1 << 20);
        unused.peaks.addUncommitted(any, 0);
    }

    /**
     * The counters to be written by the current thread.
     *
     * @return the counters of the thread, or of its carrier
     */
    public ThreadCounters current() {
        return local.current();
    }

    /**
     * The counters of another thread.
     *
     * @param thread a platform thread
     * @return its counters, or null if it has ended or has none yet
     * @throws UnsupportedOperationException if threads cannot be told apart: before JDK 22, without the agent
     */
    public ThreadCounters of(Thread thread) {
        return local.of(thread);
    }

    /**
     * The peaks.
     *
     * @return the peaks of these counters
     */
    public Peaks peaks() {
        return peaks;
    }

    CounterList list() {
        return list;
    }

    ThreadCounters register(ThreadCounters counters) {
        CounterList now;
        do {
            now = list;
        } while (!LIST.compareAndSet(this, now, now.with(counters)));
        if (list.isToBeSwept()) {
            try {
                sweep();
            } catch (VirtualMachineError e) {
                return counters; // no stack or no heap left: the next thread does it, or the next reader
            }
        }
        return counters;
    }

    /** Folds the counters of ended threads. */
    void sweep() {
        CounterList before = list;
        CounterList after = before.swept(this);
        while (after != null && !LIST.compareAndSet(this, before, after)) {
            CounterList now = list;
            after = after.withThoseSince(before, now);
            before = now;
        }
    }

    void farewell(ThreadCounters ended) {
        local.forget(ended);
        ended.giveBackSlot();
    }

    /**
     * Adds up the counters of all threads, and lifts the peaks to what it finds.
     *
     * @return the sums
     */
    public CounterSums read() {
        try {
            sweep();
            peaks.mend();
        } catch (VirtualMachineError e) {
            // No heap or no stack left for it: the next reader does it. The sums do not depend on it.
        }
        CounterSums sums = sum();
        peaks.lift(sums);
        return sums;
    }

    private CounterSums sum() {
        CounterList then = list;
        CounterSums sums = new CounterSums(then.ids());
        sums.addAllocated(then.ended);
        for (CounterList.Node node = then.first; node != null; node = node.next) {
            sums.addAllocated(node.counters.words());
        }
        VarHandle.fullFence();
        CounterList now = list;
        sums.addFreed(now.ended);
        for (CounterList.Node node = now.first; node != null; node = node.next) {
            sums.addFreed(node.counters.words());
        }
        sums.threads = now.size;
        return sums;
    }

    /**
     * The memory that the counters take.
     *
     * @return bytes of Java heap, without object headers
     */
    public long sizeBytes() {
        CounterList all = list;
        long words = all.ended.length + peaks.words() + local.words();
        for (CounterList.Node node = all.first; node != null; node = node.next) {
            words += node.counters.words().length;
        }
        return words * Long.BYTES;
    }
}
