package io.nmt.agent.pressure;

import java.io.IOException;

/** Tells how much memory is in use. Reading takes some microseconds, and no memory. Not thread-safe. */
interface Gauge extends AutoCloseable {
    /** In a few words that stay the same. */
    String cause();

    /** What is read. */
    String description();

    /** What there may be; {@link Long#MAX_VALUE} if there is no limit any more. */
    long limitBytes() throws IOException;

    /**
     * What is in use.
     *
     * @param lowestOfInterest if it is not more than this, it may be told too high, but not above this
     */
    long usageBytes(long lowestOfInterest) throws IOException;

    @Override
    void close() throws IOException;
}
