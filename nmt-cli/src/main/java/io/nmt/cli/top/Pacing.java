package io.nmt.cli.top;

import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;

/**
 * How often a process is read: as the user wants it, but not so often that reading takes more than a hundredth of the
 * time of one processor. How long the first reading of a list took, when classes are loaded, is not looked at. For one
 * thread at a time.
 */
public final class Pacing {
    private static final long TIMES = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long intervalMillis;
    private Listing listing;
    private long tookNanos;

    /**
     * A pace.
     *
     * @param intervalMillis between two readings
     */
    public Pacing(long intervalMillis) {
        this.intervalMillis = intervalMillis;
    }

    long intervalMillis() {
        return intervalMillis;
    }

    /** How long to wait after a reading of a list. */
    long pauseMillis(Listing of, Reading reading) {
        long took = reading.target().tookNanos();
        long least = of == listing ? Math.min(tookNanos, took) : 0;
        listing = of;
        tookNanos = took;
        return Math.max(intervalMillis, least * TIMES / NANOS_PER_MILLI);
    }
}
