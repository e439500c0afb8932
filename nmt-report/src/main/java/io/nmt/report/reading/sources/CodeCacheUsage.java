package io.nmt.report.reading.sources;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.List;

/** The JVM's own count of compiled code: a microsecond for each of its segments. Immutable. */
public final class CodeCacheUsage {
    /** The result where the JVM does not tell. */
    public static final long UNKNOWN = -1;

    private final List<MemoryPoolMXBean> segments = new ArrayList<>();

    /** Looks for it. */
    public CodeCacheUsage() {
        try {
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (isSegment(pool.getName())) {
                    segments.add(pool);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            segments.clear(); // no module java.management
        }
    }

    /** Tells whether a memory pool of the JVM is a segment of the code cache, or all of it. */
    static boolean isSegment(String pool) {
        return pool.startsWith("CodeHeap") || pool.equals("CodeCache");
    }

    /**
     * Bytes that are used, in all segments.
     *
     * @return from 0, or {@link #UNKNOWN}
     */
    public long usedBytes() {
        long bytes = segments.isEmpty() ? UNKNOWN : 0;
        for (MemoryPoolMXBean segment : segments) {
            bytes += segment.getUsage().getUsed();
        }
        return bytes;
    }
}
