package io.nmt.report.reading.sources;

import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * Finds whether the memory left by a collection in a part of the heap is all live. G1's young, mixed and concurrent
 * collections leave garbage in its old generation, and count it as used after them. ZGC and Shenandoah allocate while
 * they collect, and leave pages that are mostly live as they are.
 */
final class FullCollections {
    private static final String G1_OLD = "G1 Old Gen";
    private static final String G1_FULL = "G1 Old Generation";

    private FullCollections() {}

    /** True if the used bytes after the last collection may include garbage. */
    static boolean leaveGarbage(String pool, long usedBytes) {
        if (pool.equals(G1_OLD)) {
            return usedBytes > 0 && !isOfFull(pool, usedBytes);
        }
        return pool.startsWith("Z") || pool.startsWith("Shenandoah");
    }

    /** True if the figure is that of the last full collection, and no later one has replaced it. */
    private static boolean isOfFull(String pool, long usedBytes) {
        try {
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                if (collector.getName().equals(G1_FULL)
                        && collector.getCollectionCount() > 0
                        && collector instanceof com.sun.management.GarbageCollectorMXBean full) {
                    GcInfo last = full.getLastGcInfo();
                    MemoryUsage after =
                            last == null ? null : last.getMemoryUsageAfterGc().get(pool);
                    return after != null && after.getUsed() == usedBytes;
                }
            }
        } catch (RuntimeException | LinkageError e) {
            // No module jdk.management: then it is not known.
        }
        return false;
    }
}
