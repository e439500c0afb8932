package io.nmt.agent.history;

import io.nmt.core.history.HistoryPoint;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;

/** How often the whole heap was collected. */
final class FullCollectionCount {
    // HotSpot's names, of 17 to 25.
    private static final Set<String> OF_WHOLE_HEAP = Set.of(
            "G1 Old Generation",
            "PS MarkSweep",
            "MarkSweepCompact",
            "ZGC Cycles",
            "ZGC Major Cycles",
            "Shenandoah Cycles");

    private FullCollectionCount() {}

    /** Returns what the JVM says, or that it is unknown: there may be no module java.management. */
    static long read() {
        try {
            long count = 0;
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                count += OF_WHOLE_HEAP.contains(collector.getName()) ? Math.max(0, collector.getCollectionCount()) : 0;
            }
            return count;
        } catch (RuntimeException | LinkageError e) {
            return HistoryPoint.UNKNOWN;
        }
    }
}
