package io.nmt.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which tests run now, on which threads: as far as the launcher tells. Thread-safe. */
final class RunningTests {
    private static final Map<String, Long> THREAD_BY_TEST = new ConcurrentHashMap<>();
    private static final Map<Long, Long> STARTED_BY_THREAD = new ConcurrentHashMap<>();

    private RunningTests() {}

    static void started(String id) {
        long thread = Thread.currentThread().getId();
        // In this order: one that is not counted yet runs.
        THREAD_BY_TEST.put(id, thread);
        STARTED_BY_THREAD.merge(thread, 1L, Long::sum);
    }

    static void finished(String id) {
        THREAD_BY_TEST.remove(id);
    }

    /** Whether a test runs on another thread than the current one. */
    static boolean runElsewhere() {
        long own = Thread.currentThread().getId();
        return THREAD_BY_TEST.values().stream().anyMatch(thread -> thread != own);
    }

    /** How many tests were ever started on other threads than the current one. */
    static long startedElsewhere() {
        long own = Thread.currentThread().getId();
        return STARTED_BY_THREAD.entrySet().stream()
                .filter(entry -> entry.getKey() != own)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
