package io.nmt.core.internal.sites;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.SparseReferences;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The names of threads that sampled blocks were allocated on, as small numbers. Threads of one name are one. Once there
 * are {@value SampleRecord#MAX_THREADS} names, or fewer in a small heap, all others are told as {@value #OTHERS}. Of a
 * name, the first {@value #MOST_CHARACTERS} characters count. Thread-safe.
 */
final class ThreadNames {
    private static final int CHAINS_BITS = 10;
    private static final int MOST_CHARACTERS = 200; // some programs name a thread by the query that it runs
    private static final int SHARE_OF_HEAP = 64;
    private static final int BYTES = 352; // of a name that long, with its entry and its number

    /** One more than the last number. */
    static final int MOST_NAMES = (int)
            Math.max(2, Math.min(SampleRecord.MAX_THREADS, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / BYTES));

    static final String OTHERS = "(other threads)";

    private static final String NO_NAME = "(no name)"; // as most virtual threads

    private static final SparseReferences<String> NAMES = new SparseReferences<>(SampleRecord.MAX_THREADS);
    private static final LockFreeMap<String, Integer> IDS = new LockFreeMap<>(CHAINS_BITS);
    private static final AtomicInteger COUNT = new AtomicInteger(1);

    static {
        NAMES.set(0, OTHERS);
    }

    private ThreadNames() {}

    /** The number of the current thread's name. */
    static int current() {
        return of(Thread.currentThread().getName());
    }

    /** The number of a name. */
    static int of(String whole) {
        String name = whole.length() > MOST_CHARACTERS ? whole.substring(0, MOST_CHARACTERS) : whole;
        Integer known = IDS.get(name);
        return known != null ? known : add(name);
    }

    private static int add(String name) {
        if (COUNT.get() >= MOST_NAMES) {
            return 0;
        }
        int id = COUNT.getAndIncrement();
        if (id >= MOST_NAMES) {
            COUNT.set(MOST_NAMES);
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
