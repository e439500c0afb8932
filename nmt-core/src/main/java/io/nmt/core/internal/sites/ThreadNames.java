package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.LockFreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The names of threads that sampled blocks were allocated on, as small numbers. Threads of one name are one. Once there
 * are {@value SampleRecord#MAX_THREADS} names, all others are told as {@value #OTHERS}. Thread-safe.
 */
final class ThreadNames {
    private static final int CHAINS_BITS = 10;

    static final String OTHERS = "(other threads)";

    private static final String NO_NAME = "(no name)"; // as most virtual threads

    private static final AtomicReferenceArray<String> NAMES = new AtomicReferenceArray<>(SampleRecord.MAX_THREADS);
    private static final LockFreeMap<String, Integer> IDS = new LockFreeMap<>(CHAINS_BITS);
    private static final AtomicInteger COUNT = new AtomicInteger(1);

    static {
        NAMES.set(0, OTHERS);
    }

    private ThreadNames() {}

    /** The number of the current thread's name. */
    static int current() {
        String name = Thread.currentThread().getName();
        Integer known = IDS.get(name);
        return known != null ? known : add(name);
    }

    private static int add(String name) {
        if (COUNT.get() >= SampleRecord.MAX_THREADS) {
            return 0;
        }
        int id = COUNT.getAndIncrement();
        if (id >= SampleRecord.MAX_THREADS) {
            COUNT.set(SampleRecord.MAX_THREADS);
            return 0;
        }
        NAMES.set(id, name.isEmpty() ? NO_NAME : name);
        // If another thread of that name was faster, one number is lost.
        Integer first = IDS.putIfAbsent(name, id);
        return first != null ? first : id;
    }

    static String withId(int id) {
        return NAMES.get(id);
    }
}
