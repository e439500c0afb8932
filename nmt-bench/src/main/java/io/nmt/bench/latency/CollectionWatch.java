package io.nmt.bench.latency;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Tells whether a slow interval contained a collection. To be asked at every interval of {@link #SLOW_NANOS} and more:
 * a pause is such an interval, so that no collection is left for a later one.
 */
final class CollectionWatch {
    /** The shortest interval that is worth the question. */
    static final long SLOW_NANOS = 50_000;

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final long first = count();
    private long last = first;

    private long count() {
        long count = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            count += collector.getCollectionCount();
        }
        return count;
    }

    /** True if a collection has ended since the last question. */
    boolean collected() {
        long before = last;
        last = count();
        return last != before;
    }

    /** All collections so far. */
    long collections() {
        return count() - first;
    }
}
