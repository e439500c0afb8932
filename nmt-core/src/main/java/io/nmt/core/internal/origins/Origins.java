package io.nmt.core.internal.origins;

import io.nmt.core.internal.concurrent.LockFreeMap;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.model.Category;
import io.nmt.core.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;

/**
 * The origins of live blocks: mapped files, zip streams and temporary buffers.
 *
 * <p>There are few of those, and to take one costs microseconds, so an object for each is no burden. They are not
 * part of the books: the code that notes an origin also records the block. Thread-safe; the order of calls is that of
 * {@code Tracker}: opened after the allocation, closed before the free.
 */
public final class Origins {
    private static final int BYTES_PER_ENTRY = 128; // the map's node, its key, the entry
    private static final int CHAINS_BITS = 12;
    private static final int MOST_CHARACTERS = 200; // of a thread's name

    // With -Xmx64m, 16,384 entries. What comes beyond is in the books, but not in lists of single blocks.
    private static final int SHARE_OF_HEAP = 32;
    private static final long MOST_ENTRIES = 1 << 18;
    private static final TableBound BOUND = TableBound.ofHeap(
            "single mapped files, zip streams and temporary buffers", SHARE_OF_HEAP, BYTES_PER_ENTRY, MOST_ENTRIES);
    private static final LockFreeMap<Long, Entry> LIVE = new LockFreeMap<>(CHAINS_BITS);

    /** Those of mapped files are found by address range. */
    static final class OfMappings {
        static final ConcurrentSkipListMap<Long, Entry> LIVE = new ConcurrentSkipListMap<>();
    }

    private Origins() {}

    /** Initialises the classes that {@link #opened} and {@link #closed} need, among them some of the JDK's. */
    public static void initialise() {
        opened(1, 0, Category.MAPPED_FILE.id());
        closed(1);
    }

    // No lambda: events are read on the application's threads, where the JVM throws, and catches, as it links one.
    private static final Comparator<ThreadUsage> MOST_BYTES_FIRST = new Comparator<>() {
        @Override
        public int compare(ThreadUsage one, ThreadUsage other) {
            int order = Long.compare(other.bytes(), one.bytes());
            return order != 0 ? order : one.threadName().compareTo(other.threadName());
        }
    };

    /** Sums the bytes of a category by thread. */
    private static final class ThreadSums implements BiConsumer<Long, Entry> {
        private final int categoryId;
        private final Map<Long, ThreadUsage> byId = new HashMap<>();

        private ThreadSums(int categoryId) {
            this.categoryId = categoryId;
        }

        @Override
        public void accept(Long address, Entry entry) {
            if (entry.categoryId == categoryId) {
                ThreadUsage one = new ThreadUsage(entry.threadId, entry.threadName, entry.bytes, 1);
                ThreadUsage others = byId.get(entry.threadId);
                byId.put(entry.threadId, others == null ? one : others.plus(one));
            }
        }
    }

    private static void forEach(int categoryId, BiConsumer<Long, Entry> visitor) {
        if (categoryId == Category.MAPPED_FILE.id()) {
            OfMappings.LIVE.forEach(visitor);
        } else {
            LIVE.forEach(visitor);
        }
    }

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
    @SuppressWarnings("deprecation") // of getId, for which JDK 17 has no other
    public static void opened(long address, long bytes, int categoryId, Thread thread) {
        String name = thread.getName();
        String kept = name.length() > MOST_CHARACTERS ? name.substring(0, MOST_CHARACTERS) : name;
        put(address, new Entry(categoryId, bytes, thread.getId(), kept, System.nanoTime()));
    }

    /**
     * Notes that a block continues another one, which has moved.
     *
     * @param address where it starts
     * @param bytes its size
     * @param origin of the other one
     */
    public static void continued(long address, long bytes, Origin origin) {
        long startNanos = System.nanoTime() - origin.ageNanos();
        put(address, new Entry(Category.MAPPED_FILE.id(), bytes, origin.threadId(), origin.threadName(), startNanos));
    }

    static void put(long address, Entry entry) {
        if (!BOUND.isLeft()) {
            BOUND.refuse();
            return;
        }
        Entry old = entry.categoryId == Category.MAPPED_FILE.id()
                ? OfMappings.LIVE.put(address, entry)
                : LIVE.put(address, entry);
        if (old == null) {
            BOUND.add(1);
        }
    }

    /**
     * Notes that a block has another size now. Does nothing if its origin is not known.
     *
     * @param address where it starts
     * @param bytes its new size
     */
    public static void resized(long address, long bytes) {
        Entry known = LIVE.get(address);
        if (known != null) {
            LIVE.put(address, known.resized(bytes));
            return;
        }
        Entry mapping = OfMappings.LIVE.get(address);
        if (mapping != null) {
            OfMappings.LIVE.put(address, mapping.resized(bytes));
        }
    }

    /**
     * Forgets a block. Does nothing if its origin is not known.
     *
     * @param address where it starts
     */
    public static void closed(long address) {
        if (BOUND.entries() > 0 && (LIVE.remove(address) != null || OfMappings.LIVE.remove(address) != null)) {
            BOUND.add(-1);
        }
    }

    /**
     * The last mapped file before an address.
     *
     * @param end the address
     * @return the mapping that starts below it and nearest to it, or null
     */
    public static Origin mappingBefore(long end) {
        var live = OfMappings.LIVE.lowerEntry(end);
        return live == null ? null : origin(live.getKey(), live.getValue(), System.nanoTime());
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
        forEach(categoryId, (address, entry) -> {
            if (entry.categoryId == categoryId) {
                origins.add(origin(address, entry, now));
            }
        });
        return origins;
    }

    private static Origin origin(long address, Entry entry, long now) {
        return new Origin(address, entry.bytes, entry.threadId, entry.threadName, Math.max(0, now - entry.startNanos));
    }

    /**
     * Live bytes and blocks of a category, by thread.
     *
     * @param categoryId of the category
     * @return the threads with live blocks, the one with most bytes first
     */
    public static List<ThreadUsage> byThread(int categoryId) {
        ThreadSums sums = new ThreadSums(categoryId);
        forEach(categoryId, sums);
        List<ThreadUsage> threads = new ArrayList<>(sums.byId.values());
        threads.sort(MOST_BYTES_FIRST);
        return threads;
    }

    /**
     * Sums the live blocks of a category by thread, where all of them are known.
     *
     * @param categoryId of the category
     * @return as {@link #byThread}; null if blocks were refused for want of room
     */
    public static List<ThreadUsage> allByThread(int categoryId) {
        return BOUND.refused() > 0 ? null : byThread(categoryId);
    }

    /**
     * The memory that this takes.
     *
     * @return bytes of Java heap, an estimate
     */
    public static long sizeBytes() {
        return BOUND.entries() * BYTES_PER_ENTRY;
    }
}
