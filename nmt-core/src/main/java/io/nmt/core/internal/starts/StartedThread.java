package io.nmt.core.internal.starts;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampleRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * A thread of which it is known where and when it was started. It stands for others that were not sampled. Held weakly.
 * It leaves its table when a sample that comes later, or a reader, finds that the thread has ended. Thread-safe.
 */
final class StartedThread extends WeakReference<Thread> implements LockFreeMap.Collectable {
    private static final VarHandle GONE;

    static {
        try {
            GONE = MethodHandles.lookup().findVarHandle(StartedThread.class, "gone", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StartTable table;
    private final CallSite site;
    private final long entry;
    private final int weight;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean gone;

    StartedThread(Thread thread, StartTable table, CallSite site, long now, int weight) {
        super(thread);
        this.table = table;
        this.site = site;
        this.entry = SampleRecord.of(site, now);
        this.weight = weight;
    }

    /** Initialises this class. */
    static void initialise() {
        SampleRecord.now();
    }

    /** Takes an ended thread from the figures of its line, once. Allocates nothing: hooks meet such samples. */
    @Override
    public boolean isGone() {
        if (!gone) {
            Thread thread = get();
            // It was alive when it came into the table.
            if ((thread == null || !thread.isAlive()) && leave()) {
                site.freed(weight, SampleRecord.now());
            }
        }
        return gone;
    }

    /** Returns false if it has left before. */
    boolean leave() {
        boolean leaves = GONE.compareAndSet(this, false, true);
        if (leaves) {
            table.left();
        }
        return leaves;
    }

    CallSite site() {
        return site;
    }

    /** Its {@link SampleRecord}. */
    long entry() {
        return entry;
    }

    /** The number of threads that it stands for, itself included. */
    int weight() {
        return weight;
    }
}
