package io.nmt.agent.history;

import io.nmt.report.reading.sources.MetaspaceUsage;
import io.nmt.report.reading.sources.ProcessStatus;
import java.util.function.LongSupplier;

/**
 * The growth of RSS, or of class metadata, while commands were answered: their classes, compiled code, heap, and what
 * HotSpot keeps beside these. The application does not cause it. Its own allocations in the same milliseconds count,
 * too: so a long command counts for nothing, and none for more than a bound. Thread-safe.
 */
public final class OwnGrowth {
    static final long LONGEST_NANOS = 8_000_000_000L;
    static final long MOST_BYTES = 16L << 20;

    private static final OwnGrowth OF_RSS = new OwnGrowth(ProcessStatus::residentNow, System::nanoTime);
    private static final OwnGrowth OF_METASPACE = new OwnGrowth(OwnGrowth::metaspaceNow, System::nanoTime);
    private static volatile MetaspaceUsage metaspace; // null until figures are read: nothing is compared before

    private final LongSupplier figure;
    private final LongSupplier clock;

    // Guarded by this.
    private int running;
    private long startNanos;
    private long startBytes;
    private long bytes;

    /** Takes a figure in bytes, negative where it is unknown, and a clock in nanoseconds. */
    OwnGrowth(LongSupplier figure, LongSupplier clock) {
        this.figure = figure;
        this.clock = clock;
    }

    /** Measures class metadata from now on: to look for its counter loads the JVM's management. */
    static void measure(MetaspaceUsage usage) {
        metaspace = usage;
    }

    private static long metaspaceNow() {
        MetaspaceUsage usage = metaspace;
        return usage == null ? MetaspaceUsage.UNKNOWN : usage.committedBytes();
    }

    /** Begins a command of this process; commands that run at the same time count as one. */
    public static void begins() {
        OF_RSS.begin();
        OF_METASPACE.begin();
    }

    /** Ends a command of this process that was begun. */
    public static void ends() {
        OF_METASPACE.end();
        OF_RSS.end();
    }

    static long residentBytes() {
        return OF_RSS.bytes();
    }

    static long metaspaceBytes() {
        return OF_METASPACE.bytes();
    }

    synchronized void begin() {
        if (running++ == 0) {
            startBytes = figure.getAsLong();
            startNanos = clock.getAsLong();
        }
    }

    synchronized void end() {
        if (--running == 0) {
            long grown = figure.getAsLong() - startBytes;
            boolean isKnown = startBytes >= 0 && grown > 0 && clock.getAsLong() - startNanos <= LONGEST_NANOS;
            bytes += isKnown ? Math.min(grown, MOST_BYTES) : 0;
        }
    }

    /** The sum until now, from 0. */
    synchronized long bytes() {
        return bytes;
    }
}
