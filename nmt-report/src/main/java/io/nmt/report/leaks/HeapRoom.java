package io.nmt.report.leaks;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;

/**
 * A check for free Java heap, before work that must not cost the application an OutOfMemoryError of its own.
 * Thread-safe.
 */
public final class HeapRoom {
    private static final long ENOUGH_BYTES = 16L << 20;
    private static final int HEAP_DIVISOR = 8;

    private HeapRoom() {}

    /**
     * True if less than 16 MB are free, or less than an eighth of the heap's limit, if that is less. Garbage counts
     * as free, as far as the last collection tells. Takes microseconds.
     *
     * @return false, too, if it cannot be told
     */
    public static boolean isShort() {
        Runtime runtime = Runtime.getRuntime();
        long most = runtime.maxMemory();
        long enough = Math.min(ENOUGH_BYTES, most / HEAP_DIVISOR);
        if (most - (runtime.totalMemory() - runtime.freeMemory()) >= enough) {
            return false;
        }
        try {
            return most - leftByLastCollection() < enough;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static long leftByLastCollection() {
        GcInfo last = null;
        for (GarbageCollectorMXBean collector : ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
            GcInfo info = collector.getLastGcInfo();
            last = info != null && (last == null || info.getEndTime() > last.getEndTime()) ? info : last;
        }
        return last == null ? 0 : heapBytes(last.getMemoryUsageAfterGc());
    }

    private static long heapBytes(Map<String, MemoryUsage> pools) {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pools.get(pool.getName()) : null;
            bytes += usage == null ? 0 : usage.getUsed();
        }
        return bytes;
    }
}
