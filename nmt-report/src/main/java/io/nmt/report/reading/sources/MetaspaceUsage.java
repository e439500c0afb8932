package io.nmt.report.reading.sources;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** The JVM's own count of class metadata: microseconds. Immutable. */
public final class MetaspaceUsage {
    /** The result where the JVM does not tell. */
    public static final long UNKNOWN = -1;

    private static final String POOL = "Metaspace";

    private final MemoryPoolMXBean pool; // null where there is none

    /** Looks for it. */
    public MetaspaceUsage() {
        this.pool = find();
    }

    private static MemoryPoolMXBean find() {
        try {
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (pool.getName().equals(POOL)) {
                    return pool;
                }
            }
        } catch (RuntimeException | LinkageError e) {
            return null; // no module java.management
        }
        return null;
    }

    /**
     * Bytes that are committed, the class space among them.
     *
     * @return from 0, or {@link #UNKNOWN}
     */
    public long committedBytes() {
        return pool == null ? UNKNOWN : pool.getUsage().getCommitted();
    }

    /**
     * Bytes that hold metadata, the class space among them.
     *
     * @return from 0, or {@link #UNKNOWN}
     */
    public long usedBytes() {
        return pool == null ? UNKNOWN : pool.getUsage().getUsed();
    }
}
