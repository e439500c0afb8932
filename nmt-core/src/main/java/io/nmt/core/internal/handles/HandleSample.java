package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.SampleRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A handle of which it is known where and when it was made. It stands for others that were not sampled. Held weakly:
 * what the application has lost must go the way it would go without us. To run it is to close it. Thread-safe.
 *
 * <p>All samples of the process are in one table with a bound. A sample leaves it when its handle is closed, or is
 * found collected by a sample that comes later, or by a reader.
 */
final class HandleSample extends WeakReference<Object> implements Runnable, LockFreeMap.Collectable {
    private static final int SHARE_OF_HEAP = 32;
    private static final int BYTES = 96; // with its entry in the table
    private static final long MOST_SAMPLES = 1 << 18;
    private static final int STEPS = 16;

    private static final TableBound BOUND =
            TableBound.ofHeap("samples of native handles", SHARE_OF_HEAP, BYTES, MOST_SAMPLES);
    private static final LockFreeMap<HandleSample, Boolean> ALL = new LockFreeMap<>(BOUND);
    private static final AtomicLong OPEN = new AtomicLong();

    /** So many open samples halve how many handles are sampled; as many again halve it again. */
    static final long STEP = Math.max(1, BOUND.most() / STEPS);

    private static final int IS_OPEN = 0;
    private static final int IS_CLOSED = 1;
    private static final int IS_COLLECTED = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(HandleSample.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final HandleClass handles;
    private final LostHandles lost;
    private final long entry;
    private final int weight;

    @SuppressWarnings("unused") // by its handle
    private volatile int state;

    private HandleSample(Object handle, HandleClass handles, LostHandles lost, long entry, int weight) {
        super(handle);
        this.handles = handles;
        this.lost = lost;
        this.entry = entry;
        this.weight = weight;
    }

    /**
     * Puts a sample into the table.
     *
     * @return null if the table is full, which it counts
     */
    static HandleSample add(Object handle, HandleClass handles, LostHandles lost, long now, int weight) {
        HandleSample sample = new HandleSample(handle, handles, lost, SampleRecord.of(lost.site(), now), weight);
        OPEN.incrementAndGet();
        try {
            ALL.put(sample, Boolean.TRUE);
            if (ALL.get(sample) != null) {
                lost.site().allocated(weight, now);
                return sample;
            }
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            sample.leave();
            throw e;
        }
        sample.leave();
        return null;
    }

    /** Returns false if it was found collected, or has left before. */
    private boolean leave() {
        if (!STATE.compareAndSet(this, IS_OPEN, IS_CLOSED)) {
            return false;
        }
        OPEN.decrementAndGet();
        ALL.remove(this);
        return true;
    }

    /** Samples that are neither closed nor known to be collected. */
    static long open() {
        return OPEN.get();
    }

    /** Shows those that are neither closed nor collected. Drops the others. */
    static void forEach(Consumer<HandleSample> visitor) {
        // No lambda: linking one makes the JDK throw errors inside, which recordings show.
        ALL.forEach(new BiConsumer<HandleSample, Object>() {
            @Override
            public void accept(HandleSample sample, Object present) {
                if (sample.isGone()) {
                    ALL.remove(sample);
                } else {
                    visitor.accept(sample);
                }
            }
        });
    }

    /** Counts what is collected as lost, once. Allocates nothing: hooks meet such samples. */
    @Override
    public boolean isGone() {
        if (refersTo(null) && STATE.compareAndSet(this, IS_OPEN, IS_COLLECTED)) {
            OPEN.decrementAndGet();
            lost.add(weight);
        }
        return state != IS_OPEN;
    }

    /** Also called when it was collected, and a cleaner or finalizer closes it. */
    void closed() {
        handles.closed();
        end();
    }

    @Override
    public void run() {
        HandleHooks.closed(this);
    }

    void disowned() {
        handles.disowned();
        end();
    }

    private void end() {
        if (!leave() && STATE.compareAndSet(this, IS_COLLECTED, IS_CLOSED)) {
            lost.add(-weight);
        }
        lost.site().freed(weight, SampleRecord.now());
    }

    HandleClass handles() {
        return handles;
    }

    CallSite site() {
        return lost.site();
    }

    /** Its {@link SampleRecord}. */
    long entry() {
        return entry;
    }

    /** The number of handles that the sample stands for, itself included. */
    int weight() {
        return weight;
    }
}
