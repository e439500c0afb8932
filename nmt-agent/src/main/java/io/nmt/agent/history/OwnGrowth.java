package io.nmt.agent.history;

import io.nmt.report.reading.sources.ProcessStatus;
import java.util.function.LongSupplier;

/**
 * The growth of RSS while commands were answered: their classes, compiled code, heap, and what HotSpot keeps beside
 * these. The application does not cause it. Its own allocations in the same milliseconds count, too: so a long command
 * counts for nothing, and none for more than a bound. Thread-safe.
 */
public final class OwnGrowth {
    static final long LONGEST_NANOS = 8_000_000_000L;
    static final long MOST_BYTES = 16L << 20;

    private static final OwnGrowth PROCESS = new OwnGrowth(ProcessStatus::residentNow, System::nanoTime);

    private final LongSupplier resident;
    private final LongSupplier clock;

    // Guarded by this.
    private int running;
    private long startNanos;
    private long startBytes;
    private long bytes;

    /** Takes RSS, negative where it is unknown, and a clock in nanoseconds. */
    OwnGrowth(LongSupplier resident, LongSupplier clock) {
        this.resident = resident;
        this.clock = clock;
    }

    /**
     * The growth by commands of this process.
     *
     * @return always the same one
     */
    public static OwnGrowth ofProcess() {
        return PROCESS;
    }

    /** Begins a command; commands that run at the same time count as one. */
    public synchronized void begin() {
        if (running++ == 0) {
            startBytes = resident.getAsLong();
            startNanos = clock.getAsLong();
        }
    }

    /** Ends a command that was begun. */
    public synchronized void end() {
        if (--running == 0) {
            long grown = resident.getAsLong() - startBytes;
            boolean isKnown = startBytes >= 0 && grown > 0 && clock.getAsLong() - startNanos <= LONGEST_NANOS;
            bytes += isKnown ? Math.min(grown, MOST_BYTES) : 0;
        }
    }

    /**
     * Sums it until now.
     *
     * @return from 0
     */
    public synchronized long bytes() {
        return bytes;
    }
}
