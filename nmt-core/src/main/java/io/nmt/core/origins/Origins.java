package io.nmt.core.origins;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The origins of live blocks: mapped files, zip streams and temporary buffers.
 *
 * <p>There are few of those, and to take one costs microseconds, so an object for each is no burden. They are not part of the
 * books: who notes an origin also records the block. Thread-safe; the order of calls is that of {@code Tracker}: opened
 * after the allocation, closed before the free.
 */
public final class Origins {
    private static final int BYTES_PER_ENTRY = 128; // the map's node, its key, the entry

    private static final ConcurrentHashMap<Long, Entry> LIVE = new ConcurrentHashMap<>();

    private Origins() {}

    private record Entry(int categoryId, long bytes, long threadId, String threadName, long startNanos) {}

    /**
     * Notes the origin of a block: the current thread, now.
     *
     * @param address where it starts
     * @param bytes its size
     * @param categoryId of its category
     */
    public static void opened(long address, long bytes, int categoryId) {
        opened(address, bytes, categoryId, Thread.currentThread());
    }

    /**
     * Notes the origin of a block: a thread, now.
     *
     * @param address where it starts
     * @param bytes its size
     * @param categoryId of its category
     * @param thread that took it
     */
    public static void opened(long address, long bytes, int categoryId, Thread thread) {
        LIVE.put(address, new Entry(categoryId, bytes, thread.getId(), thread.getName(), System.nanoTime()));
    }

    /**
     * Notes that a block has another size now. Does nothing if its origin is not known.
     *
     * @param address where it starts
     * @param bytes its new size
     */
    public static void resized(long address, long bytes) {
        Entry entry = LIVE.get(address);
        if (entry != null) {
            LIVE.put(address, new Entry(entry.categoryId, bytes, entry.threadId, entry.threadName, entry.startNanos));
        }
    }

    /**
     * Forgets a block. Does nothing if its origin is not known.
     *
     * @param address where it starts
     */
    public static void closed(long address) {
        LIVE.remove(address);
    }

    /**
     * The live blocks of a category.
     *
     * @param categoryId of the category
     * @return its blocks with known origin, in no order
     */
    public static List<Origin> of(int categoryId) {
        long now = System.nanoTime();
        List<Origin> origins = new ArrayList<>();
        for (var live : LIVE.entrySet()) {
            Entry entry = live.getValue();
            if (entry.categoryId == categoryId) {
                origins.add(new Origin(
                        live.getKey(),
                        entry.bytes,
                        entry.threadId,
                        entry.threadName,
                        Math.max(0, now - entry.startNanos)));
            }
        }
        return origins;
    }

    /**
     * What each thread has taken of a category, and is live.
     *
     * @param categoryId of the category
     * @return the threads with live blocks, the one with most bytes first
     */
    public static List<ThreadUsage> byThread(int categoryId) {
        Map<Long, ThreadUsage> byId = new HashMap<>();
        for (Entry entry : LIVE.values()) {
            if (entry.categoryId == categoryId) {
                ThreadUsage one = new ThreadUsage(entry.threadId, entry.threadName, entry.bytes, 1);
                byId.merge(entry.threadId, one, ThreadUsage::plus);
            }
        }
        List<ThreadUsage> threads = new ArrayList<>(byId.values());
        threads.sort(Comparator.comparingLong(ThreadUsage::bytes).reversed().thenComparing(ThreadUsage::threadName));
        return threads;
    }

    /**
     * The memory that this takes.
     *
     * @return bytes of Java heap, an estimate
     */
    public static long sizeBytes() {
        return (long) LIVE.size() * BYTES_PER_ENTRY;
    }
}
