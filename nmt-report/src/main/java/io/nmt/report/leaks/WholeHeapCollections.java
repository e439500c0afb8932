package io.nmt.report.leaks;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.nmt.report.past.History;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The collections that free all garbage. A concurrent cycle of G1 is none: it leaves what is young, and what only young
 * garbage keeps. Thread-safe.
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
    private static final String ZGC = "ZGC ";
    private static final String ZGC_MAJOR = "ZGC Major Cycles";
    private static final int NEEDED_OF_ZGC = 3;

    private WholeHeapCollections() {}

    /**
     * The last of them.
     *
     * @param nanosAgo when it ended; the JVM's age if there was none; {@link #UNKNOWN} if that is not known
     * @param needed how many it takes until garbage is gone for sure: a generational ZGC frees what is young, or has
     *     just become old, with a later one
     */
    public record Last(long nanosAgo, int needed) {
        /**
         * The last collection of a JVM in which one is enough.
         *
         * @param nanosAgo when it ended
         */
        public Last(long nanosAgo) {
            this(nanosAgo, 1);
        }
    }

    /**
     * The number of collections.
     *
     * @return from 0; or {@link #UNKNOWN}
     */
    public static long count() {
        try {
            long count = 0;
            for (GarbageCollectorMXBean collector : collectors()) {
                count += freesAll(collector.getName()) ? Math.max(0, collector.getCollectionCount()) : 0;
            }
            return count;
        } catch (RuntimeException | LinkageError e) {
            return UNKNOWN;
        }
    }

    /**
     * The last collection.
     *
     * @return as far as the JVM tells
     */
    public static Last last() {
        try {
            long lastMillis = 0;
            int needed = 1;
            for (GarbageCollectorMXBean collector : collectors()) {
                needed = collector.getName().equals(ZGC_MAJOR) ? NEEDED_OF_ZGC : needed;
                GcInfo info = freesAll(collector.getName()) ? collector.getLastGcInfo() : null;
                lastMillis = info == null ? lastMillis : Math.max(lastMillis, info.getEndTime());
            }
            long uptimeMillis = ManagementFactory.getRuntimeMXBean().getUptime();
            return new Last(Math.max(0, uptimeMillis - lastMillis) * NANOS_PER_MILLI, needed);
        } catch (RuntimeException | LinkageError e) {
            return new Last(UNKNOWN);
        }
    }

    /**
     * Tells whether ZGC collects the heap, which is shared memory then.
     *
     * @return false also if that is not known
     */
    public static boolean areOfZgc() {
        try {
            return collectors().stream()
                    .anyMatch(collector -> collector.getName().startsWith(ZGC));
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static List<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    }

    /** By the names of HotSpot's collectors. */
    static boolean freesAll(String collector) {
        return collector.contains("Old")
                || collector.contains("MarkSweep")
                || (collector.contains("Cycles") && !collector.contains("Minor"));
    }
}
