package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.LockFreeMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * An object of which it is known where and when it was made. It stands for others that were not sampled. Held weakly.
 * It leaves its table when a sample that comes later, or a reader, finds that the object has ended. Thread-safe.
 *
 * @param <T> the class of such objects
 */
public class SampledObject<T> extends WeakReference<T> implements LockFreeMap.Collectable {
    private static final VarHandle GONE;

    static {
        try {
            GONE = MethodHandles.lookup().findVarHandle(SampledObject.class, "gone", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SampledObjects<T> table;
    private final CallSite site;
    private final long entry;
    private final int weight;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean gone;

    /**
     * A sample.
     *
     * @param object that it is of
     * @param table that it comes into
     * @param site where the object was made
     * @param now by {@link SampleRecord#now}
     * @param weight how many objects it stands for
     */
    protected SampledObject(T object, SampledObjects<T> table, CallSite site, long now, int weight) {
        super(object);
        this.table = table;
        this.site = site;
        this.entry = SampleRecord.of(site, now);
        this.weight = weight;
    }

    /** Initialises this class. */
    static void initialise() {
        SampleRecord.now();
    }

    /**
     * Tells whether the object is of no interest any more. To get it would keep it alive where a collector runs beside.
     *
     * @return true from some time on, at the latest when it was collected
     */
    protected boolean hasEnded() {
        return refersTo(null);
    }

    /** Takes an ended object from the figures of its line, once. Allocates nothing: hooks meet such samples. */
    @Override
    public final boolean isGone() {
        // It was there when it came into the table.
        if (!gone && hasEnded() && leave()) {
            site.freed(weight, SampleRecord.now());
        }
        return gone;
    }

    /** Returns false if it has left before. */
    final boolean leave() {
        boolean leaves = GONE.compareAndSet(this, false, true);
        if (leaves) {
            table.left();
        }
        return leaves;
    }

    /**
     * The place where the object was made.
     *
     * @return its call site
     */
    public final CallSite site() {
        return site;
    }

    /**
     * The time, thread and site of the sample.
     *
     * @return its {@link SampleRecord}
     */
    public final long entry() {
        return entry;
    }

    /**
     * The number of objects that it stands for.
     *
     * @return itself included
     */
    public final int weight() {
        return weight;
    }
}
