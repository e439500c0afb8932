package io.nmt.core.internal.starts;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.CountSampling;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.sites.SiteTable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The sampled threads that live, and the call sites that started them. Takes some 200 KB. Thread-safe. */
final class StartTable {
    static final String GROUP = "Threads";

    private static final int SHARE_OF_HEAP = 64;
    private static final int BYTES = 96; // of a sample, with its entry
    private static final long MOST = 1 << 14;
    private static final int STEPS = 4;
    private static final int SAMPLES_PER_SECOND = 100; // of 2 µs each: 0.02 % of a processor
    private static final int DEPTH = 32;

    private static final SiteTable.Groups GROUPS = new SiteTable.Groups() {
        @Override
        public String name(int id) {
            return GROUP;
        }

        @Override
        public boolean isWrapper(int id, String className) {
            return false;
        }

        @Override
        public int most() {
            return 1;
        }
    };

    private final SiteTable sites = new SiteTable(DEPTH, GROUPS);
    private final LockFreeMap<StartedThread, Boolean> all;
    private final CountSampling sampling;
    private final AtomicLong live = new AtomicLong();

    StartTable() {
        this(TableBound.ofHeap("samples of started threads", SHARE_OF_HEAP, BYTES, MOST));
    }

    /** With another bound, for tests. */
    StartTable(TableBound bound) {
        this.all = new LockFreeMap<>(bound);
        this.sampling = new CountSampling(Math.max(1, bound.most() / STEPS), SAMPLES_PER_SECOND);
    }

    /** Initialises this class, and that of samples. */
    static void initialise() {
        StartedThread.initialise();
    }

    /**
     * Notes a thread that the current one has started, unless heap or stack are missing: its line is unknown then.
     *
     * @param started counts all threads
     */
    void started(Thread thread, LongAdder started) {
        int weight = sampling.weight();
        if (weight == 0 || FullHeap.isExpected()) {
            return;
        }
        try {
            long now = SampleRecord.now();
            CallSite site = sites.current(0);
            add(new StartedThread(thread, this, site, now, weight), now);
            sampling.sampled(now, live.get(), started.sum());
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            return; // no block is missing
        }
    }

    /** Leaves it out if the table is full, which that counts. */
    private void add(StartedThread sample, long now) {
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

    void left() {
        live.decrementAndGet();
    }

    /** Shows those that live. Drops the others. */
    void forEach(Consumer<StartedThread> visitor) {
        all.forEach((sample, present) -> {
            if (sample.isGone()) {
                all.remove(sample);
            } else {
                visitor.accept(sample);
            }
        });
    }

    int size() {
        return all.size();
    }
}
