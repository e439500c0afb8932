package io.nmt.agent.pressure;

import io.nmt.report.model.Cause;
import java.io.IOException;

/** Tells how much memory is in use. Reading takes some microseconds, and no memory. Not thread-safe. */
public interface Gauge extends AutoCloseable {
    /**
     * The cause of a crossing of this limit.
     *
     * @return never null
     */
    Cause cause();

    /**
     * The source of the figures.
     *
     * @return such as the cgroup's directory
     */
    String description();

    /**
     * The limit.
     *
     * @return bytes; {@link Long#MAX_VALUE} if there is no limit any more
     * @throws IOException if it cannot be read
     */
    long limitBytes() throws IOException;

    /**
     * The usage.
     *
     * @param lowestOfInterest if it is not more than this, it may be told too high, but not above this
     * @return bytes
     * @throws IOException if it cannot be read
     */
    long usageBytes(long lowestOfInterest) throws IOException;

    @Override
    void close() throws IOException;
}
