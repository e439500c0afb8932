package io.nmt.core.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The counters of all threads, those that have ended included, and the peaks.
 *
 * <p>Counting takes no lock. Reading does, which only readers share.
 */
public final class Counters {
    /*
     * How to read sums that others are changing. A reader first reads what every thread allocated, then what every thread
     * freed. Let t be the moment between the two. Of a block freed by t, the free is counted in full, and the allocation
     * (which came earlier) may be; of a block allocated after t nothing is. So the difference is never more than what was
     * live at t, and it is exact if nobody allocates or frees meanwhile. It may therefore be recorded as a peak: a peak is
     * never above the true one.
     *
     * The list is pushed to by CAS, from hooks. Everything else is done under the lock, from hooks only if it is free.
     */
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(Counters.class, "head", CounterEntry.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Peaks peaks = new Peaks();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile CounterEntry head;
    private final LocalCounters local = new LocalCounters(this);

    // Guarded by lock. Sums of ended threads, laid out like a thread's words.
    private long[] ended = new long[ThreadCounters.WORDS_PER_CATEGORY];

    // One more than the highest id in use: sums are made in hooks, and are short where few categories are used.
    private final AtomicInteger ids = new AtomicInteger(1);
    private int entriesAfterSweep;

    // Racy: it only decides when to sweep.
    private int registeredSinceSweep;

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
        lock.lock();
        try {
            return local.of(thread);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The peaks.
     *
     * @return the peaks of these counters
     */
    public Peaks peaks() {
        return peaks;
    }

    ThreadCounters register(ThreadCounters counters) {
        CounterEntry entry = counters.entry;
        do {
            entry.next = head;
        } while (!HEAD.compareAndSet(this, entry.next, entry));
        // Threads that come and go must not fill the list where nobody takes snapshots.
        if (++registeredSinceSweep > 64 + entriesAfterSweep && lock.tryLock()) {
            try {
                sweep();
            } finally {
                lock.unlock();
            }
        }
        return counters;
    }

    /** Called by a thread that counts the first block of that category. */
    void using(int categoryId) {
        int now = ids.get();
        while (categoryId >= now && !ids.compareAndSet(now, categoryId + 1)) {
            now = ids.get();
        }
    }

    /** Folds the counters of ended threads into one. Under the lock. */
    private void sweep() {
        registeredSinceSweep = 0;
        int kept = 0;
        CounterEntry before = null;
        for (CounterEntry entry = head; entry != null; entry = entry.next) {
            // Entries in front of the first are only ever added, so an entry that has one before it can be unlinked
            // plainly.
            if (before != null && entry.ended()) {
                fold(entry.counters);
                before.next = entry.next;
            } else {
                before = entry;
                kept++;
            }
        }
        entriesAfterSweep = kept;
    }

    private void fold(ThreadCounters counters) {
        local.forget(counters);
        if (counters.lastSlot() != null) {
            counters.lastSlot().giveBack();
        }
        long[] words = counters.words();
        // Its unpublished rest is published on its behalf, or the shared totals would drift from the sums.
        for (int id = 1; id < words.length / ThreadCounters.WORDS_PER_CATEGORY; id++) {
            int line = id * ThreadCounters.WORDS_PER_CATEGORY;
            long liveBlocks = words[line + ThreadCounters.ALLOCATED_BLOCKS] - words[line + ThreadCounters.FREED_BLOCKS];
            peaks.publish(
                    id,
                    ThreadCounters.unpublishedBytes(words, id),
                    liveBlocks - words[line + ThreadCounters.PUBLISHED_BLOCKS]);
        }
        if (ended.length < words.length) {
            ended = Arrays.copyOf(ended, words.length);
        }
        for (int line = 0; line < words.length; line += ThreadCounters.WORDS_PER_CATEGORY) {
            for (int word = ThreadCounters.ALLOCATED_BYTES; word <= ThreadCounters.FREED_BLOCKS; word++) {
                ended[line + word] += words[line + word];
            }
        }
        ended[ThreadCounters.UNKNOWN_FREES] += words[ThreadCounters.UNKNOWN_FREES];
        ended[ThreadCounters.UNTRACKED_BLOCKS] += words[ThreadCounters.UNTRACKED_BLOCKS];
    }

    /** Called by a thread that has published its changes of a category: lifts the peaks if that may be needed. */
    void publishedBy(int categoryId) {
        if (peaks.exact()) {
            return;
        }
        // If somebody holds the lock, the next thread to publish will see that there is still something to lift.
        if (peaks.mayHaveToLift(categoryId) && lock.tryLock()) {
            try {
                peaks.lift(sum());
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Adds up the counters of all threads, and lifts the peaks to what it finds. Waits for other readers, never for a
     * thread that counts.
     *
     * @return the sums
     */
    public CounterSums read() {
        lock.lock();
        try {
            sweep();
            CounterSums sums = sum();
            peaks.lift(sums);
            return sums;
        } finally {
            lock.unlock();
        }
    }

    private CounterSums sum() {
        CounterSums sums = new CounterSums(ids.get());
        sums.addAllocated(ended);
        for (CounterEntry entry = head; entry != null; entry = entry.next) {
            sums.addAllocated(entry.counters.words());
        }
        VarHandle.fullFence();
        sums.addFreed(ended);
        for (CounterEntry entry = head; entry != null; entry = entry.next) {
            sums.addFreed(entry.counters.words());
            sums.threads++;
        }
        return sums;
    }

    /**
     * The memory that the counters take.
     *
     * @return bytes of Java heap, without object headers
     */
    public long sizeBytes() {
        lock.lock();
        try {
            long words = ended.length + peaks.words() + local.words();
            for (CounterEntry entry = head; entry != null; entry = entry.next) {
                words += entry.counters.words().length;
            }
            return words * Long.BYTES;
        } finally {
            lock.unlock();
        }
    }
}
