package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The sampled objects of a kind that live, and the call sites that made them. Takes some 200 KB. Thread-safe.
 *
 * @param <T> the class of such objects
 */
public abstract class SampledObjects<T> {
    /** Bytes of a sample, with its entry. */
    protected static final int BYTES = 96;

    private static final int STEPS = 4;
    private static final int SAMPLES_PER_SECOND = 100; // of a kind, of 2 µs each: 0.02 % of a processor
    private static final int DEPTH = 32;

    private final SiteTable sites;
    private final LockFreeMap<SampledObject<T>, Boolean> all;
    private final KindSampling samplings;
    private final AtomicLong live = new AtomicLong();

    /**
     * An empty table.
     *
     * @param groups that its sites are told apart by
     * @param bound of its samples
     */
    protected SampledObjects(SiteTable.Groups groups, TableBound bound) {
        this.sites = new SiteTable(DEPTH, groups);
        this.all = new LockFreeMap<>(bound);
        this.samplings = new KindSampling(Math.max(1, bound.most() / STEPS), SAMPLES_PER_SECOND);
    }

    /** Initialises this class, and that of samples. */
    protected static void initialiseSamples() {
        SampledObject.initialise();
    }

    /**
     * Makes a sample.
     *
     * @param object that it is of
     * @param site where that was made
     * @param now by {@link SampleRecord#now}
     * @param weight how many objects it stands for
     * @return the sample, in no table yet
     */
    protected abstract SampledObject<T> sample(T object, CallSite site, long now, int weight);

    /**
     * Chooses the group of an object that is sampled.
     *
     * @param object that the current thread has made
     * @return its number, for its call site
     */
    protected abstract int group(T object);

    /**
     * Tells kinds of objects apart: of each, others are sampled, so that none hides behind many of another kind that
     * come and go.
     *
     * @param object any
     * @return equal for objects of one kind, and by chance alone for others
     */
    protected abstract int kind(T object);

    /**
     * Notes an object that the current thread has made, unless heap or stack are missing: its line is unknown then.
     *
     * @param object that it has made
     * @param made counts all objects
     */
    public final void made(T object, LongAdder made) {
        CountSampling sampling = samplings.of(kind(object));
        int weight = sampling.weight();
        if (weight == 0 || FullHeap.isExpected()) {
            return;
        }
        try {
            long now = SampleRecord.now();
            CallSite site = sites.current(group(object));
            add(sample(object, site, now, weight), now);
            sampling.sampled(now, live.get(), made.sum());
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            return; // no block is missing
        }
    }

    /** Leaves it out if the table is full, which that counts. */
    private void add(SampledObject<T> sample, long now) {
        live.incrementAndGet();
        try {
            all.put(sample, Boolean.TRUE);
            if (all.get(sample) != null) {
                sample.site().allocated(sample.weight(), now);
                return;
            }
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            sample.leave();
            throw e;
        }
        sample.leave();
    }

    final void left() {
        live.decrementAndGet();
    }

    /**
     * Shows those that live. Drops the others.
     *
     * @param visitor called on this thread
     */
    public final void forEach(Consumer<? super SampledObject<T>> visitor) {
        all.forEach((sample, present) -> {
            if (sample.isGone()) {
                all.remove(sample);
            } else {
                visitor.accept(sample);
            }
        });
    }

    /**
     * Counts the samples.
     *
     * @return ended ones that were not dropped yet among them
     */
    public final int size() {
        return all.size();
    }
}
