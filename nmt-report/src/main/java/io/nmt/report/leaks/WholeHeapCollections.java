package io.nmt.report.leaks;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.nmt.report.past.History;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The collections that look at the whole heap, and so find what has become old: full ones and concurrent cycles.
 * Thread-safe.
 */
public final class WholeHeapCollections {
    /** The result without a module java.management, or if the JVM does not tell. */
    public static final long UNKNOWN = -1;

    /** Counts them for the history. */
    public static final History.Collections COUNT = new History.Collections() {
        @Override
        public long count() {
            return WholeHeapCollections.count();
        }

        @Override
        public int needed() {
            return last().needed();
        }
    };

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String G1_CONCURRENT = "G1 Concurrent GC";
    private static final String ZGC_MAJOR = "ZGC Major Cycles";
    private static final int NEEDED_OF_ZGC = 3;
    private static final OldGarbage OLD_GARBAGE = new OldGarbage();

    private WholeHeapCollections() {}

    /**
     * The last of them.
     *
     * @param nanosAgo when it ended; the JVM's age if there was none; {@link #UNKNOWN} if that is not known
     * @param allTold whether there was none since for sure: G1 before JDK 20 does not tell of its concurrent cycles, so
     *     that they are known only by what they find ({@link OldGarbage}), from the first 16 young collections on
     * @param needed how many it takes until garbage is gone for sure: a generational ZGC frees what is young, or has
     *     just become old, with a later one
     */
    public record Last(long nanosAgo, boolean allTold, int needed) {
        /**
         * The last collection of a JVM in which one is enough.
         *
         * @param nanosAgo when it ended
         * @param allTold whether there was none since for sure
         */
        public Last(long nanosAgo, boolean allTold) {
            this(nanosAgo, allTold, 1);
        }
    }

    /** Looks whether there was one that the JVM does not tell of. To be called again and again. */
    public static void look() {
        OLD_GARBAGE.look(count(false), System.nanoTime());
    }

    /**
     * The number of collections.
     *
     * @return from 0; or {@link #UNKNOWN}
     */
    public static long count() {
        return count(true);
    }

    private static long count(boolean ofWholeHeap) {
        try {
            long count = 0;
            boolean allTold = false;
            for (GarbageCollectorMXBean collector : collectors()) {
                String name = collector.getName();
                if (isOfWholeHeap(name) == ofWholeHeap) {
                    long collections = Math.max(0, collector.getCollectionCount());
                    // It counts the two pauses of each cycle, of which the first finds what is unreachable.
                    count += name.equals(G1_CONCURRENT) ? (collections + 1) / 2 : collections;
                }
                allTold |= tellsAll(name);
            }
            // Full ones find it, too.
            return ofWholeHeap && !allTold ? Math.max(count, OLD_GARBAGE.found()) : count;
        } catch (RuntimeException | LinkageError e) {
            return UNKNOWN;
        }
    }

    /**
     * The last collection of the whole heap.
     *
     * @return as far as the JVM and its garbage tell
     */
    public static Last last() {
        try {
            long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
            long lastMillis = 0;
            boolean allTold = false;
            int needed = 1;
            for (GarbageCollectorMXBean collector : collectors()) {
                needed = collector.getName().equals(ZGC_MAJOR) ? NEEDED_OF_ZGC : needed;
                GcInfo info = isOfWholeHeap(collector.getName()) ? collector.getLastGcInfo() : null;
                lastMillis = info == null ? lastMillis : Math.max(lastMillis, info.getEndTime());
                allTold |= tellsAll(collector.getName());
            }
            long nanosAgo = Math.max(0, uptimeMillis - lastMillis) * NANOS_PER_MILLI;
            return allTold ? new Last(nanosAgo, true, needed) : withGarbage(nanosAgo, System.nanoTime());
        } catch (RuntimeException | LinkageError e) {
            return new Last(UNKNOWN, false);
        }
    }

    /**
     * The last collection that frees all class loaders that no code can reach. A concurrent cycle of G1 leaves those
     * that are young, and those that only their own classes keep until these are old.
     *
     * @return nanoseconds since it ended; the JVM's age if there was none; {@link #UNKNOWN} if that is not known
     */
    public static long lastOfLoadersNanosAgo() {
        try {
            long lastMillis = 0;
            for (GarbageCollectorMXBean collector : collectors()) {
                boolean isOne = isOfWholeHeap(collector.getName())
                        && !collector.getName().equals(G1_CONCURRENT);
                GcInfo info = isOne ? collector.getLastGcInfo() : null;
                lastMillis = info == null ? lastMillis : Math.max(lastMillis, info.getEndTime());
            }
            long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
            return Math.max(0, uptimeMillis - lastMillis) * NANOS_PER_MILLI;
        } catch (RuntimeException | LinkageError e) {
            return UNKNOWN;
        }
    }

    private static Last withGarbage(long nanosAgo, long nanoTime) {
        long found = OLD_GARBAGE.foundNanos();
        long last = found == 0 ? nanosAgo : Math.min(nanosAgo, nanoTime - found);
        return new Last(last, OLD_GARBAGE.notFoundForNanos(nanoTime) * 2 > last);
    }

    private static List<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    }

    /** True if there is a collector of that name only where each collection of the whole heap is told. */
    private static boolean tellsAll(String collector) {
        return !collector.startsWith("G1 ") || collector.equals(G1_CONCURRENT);
    }

    /** By the names of HotSpot's collectors. */
    static boolean isOfWholeHeap(String collector) {
        return collector.contains("Old")
                || collector.contains("Concurrent")
                || collector.contains("MarkSweep")
                || (collector.contains("Cycles") && !collector.contains("Minor"));
    }
}
