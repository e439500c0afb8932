package io.nmt.agent.jmx;

import io.nmt.report.model.ResidentLine;

/**
 * A {@link ResidentLine} as JMX takes it: a client sees a {@code CompositeData} and needs no class of ours. Immutable.
 */
public final class ResidentUsage {
    private final ResidentLine line;

    ResidentUsage(ResidentLine line) {
        this.line = line;
    }

    /**
     * Address space; 0 where it lies within that of other components.
     *
     * @return bytes
     */
    public long getReserved() {
        return line.reservedBytes();
    }

    /**
     * The usable part of it; for blocks, the bytes requested.
     *
     * @return bytes
     */
    public long getCommitted() {
        return line.committedBytes();
    }

    /**
     * The part of it in memory.
     *
     * @return bytes
     */
    public long getResident() {
        return line.residentBytes();
    }

    /**
     * The accuracy of the resident bytes.
     *
     * @return {@code exact}, {@code at most} or {@code estimate}
     */
    public String getAccuracy() {
        return line.accuracy().label();
    }
}
