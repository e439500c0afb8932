package io.nmt.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The tests that run now, and their threads: as far as the launcher tells. Thread-safe. */
final class RunningTests {
    private static final Map<String, Thread> THREAD_BY_TEST = new ConcurrentHashMap<>();
    private static final AtomicLong STARTED = new AtomicLong();
    private static final ThreadLocal<Long> STARTED_HERE = ThreadLocal.withInitial(() -> 0L);

    private RunningTests() {}

    static void started(String id) {
        // In this order: one that is not counted yet runs.
        THREAD_BY_TEST.put(id, Thread.currentThread());
        STARTED_HERE.set(STARTED_HERE.get() + 1);
        STARTED.incrementAndGet();
    }

    static void finished(String id) {
        THREAD_BY_TEST.remove(id);
    }

    /** True if a test runs on another thread than the current one. */
    static boolean runElsewhere() {
        Thread own = Thread.currentThread();
        return THREAD_BY_TEST.values().stream().anyMatch(thread -> thread != own);
    }

    /** The number of tests that were ever started on other threads than the current one. */
    static long startedElsewhere() {
        return STARTED.get() - STARTED_HERE.get();
    }
}
