package io.nmt.core.internal.starts;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.counters.SampleCountdown;
import io.nmt.core.model.StartedThreads;
import io.nmt.core.threads.DetachedThread;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The platform threads of the application, by the line of code that started them. Those of this project are left out,
 * and virtual threads, whose stacks are in the Java heap. Thread-safe.
 */
public final class ThreadStarts {
    private static final LongAdder STARTED = new LongAdder();
    private static final AtomicInteger MAKING = new AtomicInteger();

    // Null until the first thread is started.
    private static volatile StartTable table;

    private ThreadStarts() {}

    /** Initialises what the first thread would, in which it may be short of stack: as {@code HookClasses} does. */
    public static void initialise() {
        StartTable.initialise();
        ThreadLocalRandom.current();
    }

    /**
     * Notes a thread, if call sites are sampled. To be called where {@code Thread.start} returns: may fail, and then
     * has changed nothing.
     *
     * @param thread that the current one has started
     */
    public static void started(Thread thread) {
        if (SampleCountdown.intervalBytes() == 0 || thread instanceof DetachedThread) {
            return;
        }
        STARTED.increment();
        StartTable known = table != null ? table : make();
        if (known != null) {
            known.made(thread, STARTED);
        }
    }

    /** Returns null while another thread makes it. */
    private static StartTable make() {
        if (MAKING.compareAndSet(0, 1)) {
            try {
                if (table == null && !FullHeap.isExpected()) {
                    table = new StartTable();
                }
            } finally {
                MAKING.set(0);
            }
        }
        return table;
    }

    /** Forgets threads that have ended: often enough for a line's figures to be those of its live threads. */
    public static void forgetEnded() {
        StartTable known = table;
        if (known != null) {
            known.forEach(sample -> {});
        }
    }

    /**
     * Counts what was started.
     *
     * @return threads since tracking began; exact
     */
    public static long count() {
        return STARTED.sum();
    }

    /**
     * Lists the live threads.
     *
     * @param withUnknown whether those are listed, too, of which it is unknown what started them
     * @param isLate whether tracking began late: then those that were started before are counted
     * @return by line of code and pattern of names, those with most threads first
     */
    public static List<StartedThreads> list(boolean withUnknown, boolean isLate) {
        // First: what is started meanwhile is known.
        Thread[] all = ThreadFields.all();
        LiveThreads live = new LiveThreads();
        StartTable known = table;
        if (known != null) {
            known.forEach(live::add);
        }
        live.addUnknown(withUnknown || live.isEstimate() ? all : new Thread[0]);
        return live.groups(isLate ? all : new Thread[0]);
    }
}
