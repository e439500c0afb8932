package io.nmt.report.reading.sources;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.core.reader.JdkInside;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.List;

/**
 * The JVM's own count of direct buffers, which its limit is compared with. It knows those from before tracking, too.
 * Memory of arenas ({@code java.lang.foreign}) is in it.
 *
 * @param count of buffers
 * @param usedBytes of their memory; 0 also where the JVM does not tell
 * @param untrackedBytes of these, at the least, what the tracker has not seen: allocated before tracking began, or of a
 *     category that is left out
 */
public record DirectBuffers(long count, long usedBytes, long untrackedBytes) {
    /** There are none, or the JVM does not tell. */
    public static final DirectBuffers NONE = new DirectBuffers(0, 0, 0);

    // The order of two steps, to count and to allocate, differs between threads: less proves nothing.
    private static final long LEAST_UNTRACKED_BYTES = 1L << 20;
    private static final String POOL = "direct";

    /** Reads what the JVM counts, without a comparison. */
    public static DirectBuffers read() {
        try {
            for (BufferPoolMXBean pool : pools()) {
                if (pool.getName().equals(POOL)) {
                    return new DirectBuffers(pool.getCount(), Math.max(0, pool.getMemoryUsed()), 0);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            // This JVM does not tell.
        }
        return NONE;
    }

    /** By the way that the public one ends in: that looks for all beans of all modules first. */
    private static List<BufferPoolMXBean> pools() {
        try {
            if (JdkInside.isReachable()) {
                Method getter = Class.forName("sun.management.ManagementFactoryHelper")
                        .getDeclaredMethod("getBufferPoolMXBeans");
                JdkInside.makeAccessible(getter);
                @SuppressWarnings("unchecked")
                List<BufferPoolMXBean> pools = (List<BufferPoolMXBean>) getter.invoke(null);
                return pools;
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A JDK that has it elsewhere.
        }
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
    }

    /**
     * Compares with what is tracked.
     *
     * @param before what the JVM counted before the snapshot
     * @param snapshot of the tracker
     * @param after what the JVM counted after it: what was allocated or freed in between is not untracked
     */
    public static DirectBuffers compare(DirectBuffers before, Snapshot snapshot, DirectBuffers after) {
        long tracked = 0;
        for (CategoryUsage usage : snapshot.categories()) {
            Category category = Category.find(usage.category());
            tracked += category != null && !category.mayBeDirect() ? 0 : usage.committed();
        }
        long untracked = Math.min(before.usedBytes, after.usedBytes) - tracked;
        return new DirectBuffers(after.count, after.usedBytes, untracked < LEAST_UNTRACKED_BYTES ? 0 : untracked);
    }
}
