package io.nmt.agent.jmx;

import io.nmt.core.model.CategoryUsage;

/**
 * A {@link CategoryUsage} as JMX takes it: a client sees a {@code CompositeData} and needs no class of ours. Immutable.
 */
public final class MemoryUsage {
    private final CategoryUsage usage;

    MemoryUsage(CategoryUsage usage) {
        this.usage = usage;
    }

    /**
     * Address space held now.
     *
     * @return bytes
     */
    public long getReserved() {
        return usage.reserved();
    }

    /**
     * Live bytes, as requested.
     *
     * @return bytes
     */
    public long getCommitted() {
        return usage.committed();
    }

    /**
     * Live blocks.
     *
     * @return their number
     */
    public long getCount() {
        return usage.count();
    }

    /**
     * The most that was ever reserved.
     *
     * @return bytes
     */
    public long getPeakReserved() {
        return usage.peakReserved();
    }

    /**
     * The most that was ever committed.
     *
     * @return bytes
     */
    public long getPeakCommitted() {
        return usage.peakCommitted();
    }

    /**
     * Live blocks when committed bytes were at their peak.
     *
     * @return their number
     */
    public long getCountAtPeak() {
        return usage.countAtPeak();
    }
}
