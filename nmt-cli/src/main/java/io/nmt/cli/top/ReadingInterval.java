package io.nmt.cli.top;

import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;

/**
 * The time between readings of a process: as the user wants it, but reading uses at most a hundredth of one processor's
 * time. The first reading of a list, when classes are loaded, does not count. For one thread at a time.
 */
public final class ReadingInterval {
    private static final long TIMES_AS_LONG = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final long intervalMillis;
    private Listing listing;
    private long tookNanos;

    /**
     * A pace.
     *
     * @param intervalMillis between two readings
     */
    public ReadingInterval(long intervalMillis) {
        this.intervalMillis = intervalMillis;
    }

    long intervalMillis() {
        return intervalMillis;
    }

    /** Milliseconds to wait after a reading of a list. */
    long pauseMillis(Listing of, Reading reading) {
        long took = reading.target().tookNanos();
        long least = of == listing ? Math.min(tookNanos, took) : 0;
        listing = of;
        tookNanos = took;
        return Math.max(intervalMillis, least * TIMES_AS_LONG / NANOS_PER_MILLI);
    }
}
