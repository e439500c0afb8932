package io.nmt.core.internal.handles;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.NamedTable;
import io.nmt.core.internal.sites.CallSite;
import io.nmt.core.internal.sites.ClassNames;
import io.nmt.core.internal.sites.CountLines;
import io.nmt.core.internal.sites.CountSampling;
import io.nmt.core.internal.sites.SampleRecord;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.HandleUsage;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/** The handles of one class. Thread-safe. To run it is to close one of them that was not sampled. */
final class HandleClass implements NamedTable.Named, Runnable {
    private static final int CHAINS_BITS = 3;
    private static final int SAMPLES_PER_SECOND = 200;

    private final String name;
    private final String library;
    private final String ownLibrary;
    private final int id;
    private final String[] classes;
    private final LongAdder created = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LockFreeMap<CallSite, LostHandles> lost = new LockFreeMap<>(CHAINS_BITS);
    private final CountSampling sampling = new CountSampling(HandleSample.STEP, SAMPLES_PER_SECOND);

    /** For a class, whose library's names begin so; its number is for its sites. */
    HandleClass(Class<?> type, String library, int id) {
        this(type.getName(), ClassNames.ofLineage(type), library, id);
    }

    /** For handles of these classes. */
    HandleClass(String name, String[] classes, String library, int id) {
        this.name = name;
        this.library = library;
        this.ownLibrary = HandleClasses.libraryOf(name);
        this.id = id;
        this.classes = classes;
    }

    /** Initialises what the first handle would, in which it may be short of stack: as {@code HookClasses} does. */
    static void initialise() {
        HandleClass none = new HandleClass(HandleClass.class, "", HandleClasses.MOST_NAMED);
        HandleHooks.closed(none.created(none));
        ThreadLocalRandom.current();
    }

    @Override
    public String name() {
        return name;
    }

    /** True if a class belongs to the library, or makes these handles in its constructors. Such a frame is no user. */
    boolean isOwn(String className) {
        return ClassNames.contain(classes, className)
                || (!library.isEmpty() && className.startsWith(library))
                || (!ownLibrary.isEmpty() && className.startsWith(ownLibrary));
    }

    /** True if at least one handle was created that was not disowned. */
    boolean isUsed() {
        return created.sum() > 0;
    }

    /** Counts one. Returns what is to be kept of it. */
    Object created(Object handle) {
        created.increment();
        int weight = sampling.weight();
        HandleSample sample = weight == 0 ? null : sample(handle, weight);
        return sample == null ? this : sample;
    }

    /** Returns null if that is not possible, for want of heap, stack or room: the handle is counted all the same. */
    private HandleSample sample(Object handle, int weight) {
        try {
            long now = SampleRecord.now();
            LostHandles lostHere = lostAt(HandleClasses.sites().current(id));
            HandleSample sample = HandleSample.add(handle, this, lostHere, now, weight);
            sampling.sampled(now, HandleSample.open(), created.sum());
            return sample;
        } catch (VirtualMachineError | LinkageError | RuntimeException e) {
            Tracker.failed(e);
            return null;
        }
    }

    private LostHandles lostAt(CallSite site) {
        LostHandles known = lost.get(site);
        if (known == null) {
            LostHandles added = new LostHandles(site);
            known = lost.putIfAbsent(site, added);
            if (known == null) {
                HandleClasses.sites().addBytes(LostHandles.BYTES);
                return added;
            }
        }
        return known;
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

    /**
     * The figures of these handles: created, closed, collected, open.
     *
     * @param samples of these handles, which are open
     * @param minimumAgeNanos of its sites, what is open for so long, and those alone that have such, unless it is 0
     */
    HandleUsage usage(List<HandleSample> samples, long minimumAgeNanos) {
        long now = SampleRecord.now();
        long newest = now - minimumAgeNanos / SampleRecord.NANOS_PER_UNIT;
        CountLines lines = new CountLines(now, newest);
        long oldest = now;
        for (HandleSample sample : samples) {
            lines.add(sample.site(), sample.entry(), sample.weight());
            oldest = Math.min(oldest, SampleRecord.time(sample.entry()));
        }
        long[] collected = {0, 0};
        lost.forEach((site, lostHere) -> {
            collected[0] += lostHere.count();
            collected[1] += lostHere.squares();
            if (lostHere.count() > 0) {
                lines.addCollected(site, lostHere.count());
            }
        });
        // Closed first: what is closed in between was created before.
        long nowClosed = closed.sum();
        long nowCreated = created.sum();
        long open = Math.max(0, nowCreated - nowClosed - collected[0]);
        return new HandleUsage(
                name,
                nowCreated,
                nowClosed,
                Math.max(0, collected[0]),
                Math.round(Math.sqrt((double) Math.max(0, collected[1]))),
                (now - oldest) * SampleRecord.NANOS_PER_UNIT,
                lines.usages(open, minimumAgeNanos > 0));
    }
}
