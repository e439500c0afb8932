package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.CountSum;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The handles of one class. Thread-safe. To run it is to close one of them that was not sampled. */
final class HandleClass implements Runnable {
    /*
     * Each handle is counted. One in 2^n is sampled: by chance, so that no loop hides behind the interval. What a
     * sample costs, some microseconds, is to be paid a few hundred times a second, so n follows the rate; but of all
     * that were made, one in some thousand is sampled, however fast they come. Each sample knows what it stands for.
     * Of the first thousand each is sampled: with few handles all figures are exact.
     */
    private static final int CHAINS_BITS = 10;
    private static final int MOST_INTERVAL_BITS = 14;
    private static final int FEW = 1024;
    private static final int SAMPLES_IN_PERIOD = 64;
    private static final long SHORT_PERIOD = 320_000_000 / SampleRecord.NANOS_PER_UNIT; // 200 a second
    private static final long LONG_PERIOD = 8 * SHORT_PERIOD;
    private static final int MANY_SAMPLES = 1 << 14;

    private static final ClassValue<HandleClass[]> OF_CLASS = new ClassValue<>() {
        @Override
        protected HandleClass[] computeValue(Class<?> type) {
            return new HandleClass[1];
        }
    };

    private final String name;
    private final String library;
    private final String ownLibrary;
    private final int id;
    private final Set<String> classes = new HashSet<>();
    private final LongAdder created = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LockFreeMap<HandleSample, Boolean> samples = new LockFreeMap<>(CHAINS_BITS);
    private final LockFreeMap<CallSite, AtomicLong> collected = new LockFreeMap<>(CHAINS_BITS / 2);
    private final AtomicLong collectedSquares = new AtomicLong();

    // Racy: they decide on what is sampled later, and each sample has its own weight.
    private volatile int mask;
    private int inPeriod = SAMPLES_IN_PERIOD - FEW;
    private long periodStart;

    private final AtomicLong live = new AtomicLong();

    /** For a class, whose library's names begin so; its number is for its sites. */
    HandleClass(Class<?> type, String library, int id) {
        this.name = type.getName();
        this.library = library;
        this.ownLibrary = HandleClasses.libraryOf(name);
        this.id = id;
        for (Class<?> parent = type; parent != null && parent != Object.class; parent = parent.getSuperclass()) {
            classes.add(parent.getName());
        }
        this.periodStart = SampleRecord.now();
    }

    /** Initialises what the first handle would, in which it may be short of stack: as {@code HookClasses} does. */
    static void initialise() {
        HandleClass none = new HandleClass(HandleClass.class, "", HandleClasses.MOST_GROUPS);
        HandleHooks.closed(none.created(none));
        OF_CLASS.get(HandleClass.class);
        ThreadLocalRandom.current();
    }

    static HandleClass of(Class<?> type, int row) {
        HandleClass known = OF_CLASS.get(type)[0];
        return known != null ? known : of(type, HandleClasses.library(row));
    }

    static HandleClass of(Class<?> type, String library) {
        HandleClass[] known = OF_CLASS.get(type);
        HandleClass handles = known[0];
        if (handles == null) {
            // Two loaders' classes of one name are one: an application that was deployed again.
            handles = HandleClasses.of(type, library);
            known[0] = handles;
        }
        return handles;
    }

    String name() {
        return name;
    }

    /** Whether a class is the library's, or one whose constructors make these handles: not who wants them. */
    boolean isOwn(String className) {
        return classes.contains(className)
                || (!library.isEmpty() && className.startsWith(library))
                || (!ownLibrary.isEmpty() && className.startsWith(ownLibrary));
    }

    /** Whether there was one that was not disowned. */
    boolean isUsed() {
        return created.sum() > 0;
    }

    /** Counts one. Returns what is to be kept of it. */
    Object created(Object handle) {
        created.increment();
        int interval = mask;
        if (interval != 0 && (ThreadLocalRandom.current().nextInt() & interval) != 0) {
            return this;
        }
        HandleSample sample = sample(handle, interval + 1);
        return sample == null ? this : sample;
    }

    /** Returns null if that is not possible, for want of heap or stack: then the handle is counted all the same. */
    private HandleSample sample(Object handle, int weight) {
        HandleSample sample = null;
        try {
            long now = SampleRecord.now();
            CallSite site = HandleClasses.sites().current(id);
            sample = new HandleSample(handle, this, site, SampleRecord.of(site, now), weight);
            samples.put(sample, Boolean.TRUE);
            site.allocated(weight, now);
            adjust(now, live.incrementAndGet());
            return sample;
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            if (sample != null) {
                samples.remove(sample);
            }
            Tracker.failed(e);
            return null;
        }
    }

    private void adjust(long now, long taken) {
        int bits = mask;
        if (++inPeriod >= SAMPLES_IN_PERIOD) {
            long took = now - periodStart;
            inPeriod = 0;
            periodStart = now;
            if (took < SHORT_PERIOD && bits < created.sum() / FEW) {
                bits = bits << 1 | 1;
            } else if (took > LONG_PERIOD && taken < MANY_SAMPLES / 2) {
                bits >>>= 1;
            }
        }
        // As many again, as large a step again: their number grows with the logarithm of the handles.
        int least = (1 << Math.min(taken / MANY_SAMPLES, MOST_INTERVAL_BITS)) - 1;
        mask = Math.min(bits | least, (1 << MOST_INTERVAL_BITS) - 1);
    }

    void closed() {
        closed.increment();
    }

    @Override
    public void run() {
        HandleHooks.closed(this);
    }

    void disowned() {
        created.decrement();
    }

    /** Returns false if it was found collected before. */
    boolean forget(HandleSample sample) {
        boolean known = samples.remove(sample) != null;
        if (known) {
            live.decrementAndGet();
        }
        return known;
    }

    void closedAfterCollection(HandleSample sample) {
        addCollected(sample.site(), -sample.weight(), sample.weight());
    }

    private void addCollected(CallSite site, long count, long weight) {
        AtomicLong sum = collected.get(site);
        if (sum == null) {
            AtomicLong added = new AtomicLong();
            AtomicLong other = collected.putIfAbsent(site, added);
            sum = other != null ? other : added;
        }
        sum.addAndGet(count);
        collectedSquares.addAndGet(count * (weight - 1));
    }

    /** Of its sites, what is open for so long, and those alone that have such, unless it is 0. */
    HandleUsage usage(long minimumAgeNanos) {
        long now = SampleRecord.now();
        long newest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        Map<CallSite, CountSum> sums = new HashMap<>();
        long[] oldest = {now};
        samples.forEach((sample, present) -> {
            if (sample.isCollected()) {
                if (forget(sample)) {
                    addCollected(sample.site(), sample.weight(), sample.weight());
                }
            } else {
                sums.computeIfAbsent(sample.site(), site -> new CountSum(site, now, newest))
                        .add(sample.entry(), sample.weight());
                oldest[0] = Math.min(oldest[0], SampleRecord.time(sample.entry()));
            }
        });
        long[] allCollected = {0};
        collected.forEach((site, count) -> {
            allCollected[0] += count.get();
            if (count.get() > 0) {
                sums.computeIfAbsent(site, other -> new CountSum(other, now, newest));
            }
        });
        // Closed first: what is closed in between was created before.
        long nowClosed = closed.sum();
        long nowCreated = created.sum();
        long open = Math.max(0, nowCreated - nowClosed - allCollected[0]);
        List<HandleSite> sites = new ArrayList<>();
        sums.forEach((site, sum) -> {
            AtomicLong count = collected.get(site);
            if (minimumAgeNanos == 0 || sum.hasSamples()) {
                sites.add(sum.usage(count == null ? 0 : count.get(), open));
            }
        });
        sites.sort((one, other) -> Long.compare(other.open() + other.collected(), one.open() + one.collected()));
        return new HandleUsage(
                name,
                nowCreated,
                nowClosed,
                Math.max(0, allCollected[0]),
                Math.round(Math.sqrt((double) Math.max(0, collectedSquares.get()))),
                (now - oldest[0]) * SampleRecord.NANOS_PER_UNIT,
                sites);
    }
}
