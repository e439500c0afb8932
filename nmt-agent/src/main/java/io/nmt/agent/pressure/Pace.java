package io.nmt.agent.pressure;

/**
 * Decides how long to wait until usage is read again: seldom far from the threshold, and the more often the less time
 * is left until usage comes to it.
 *
 * <ul>
 *   <li>At rest, so long that usage needs it to fill the distance at a gigabyte a second, from 125 ms to one second; or
 *       a thousand times as long as a look takes, where that is longer, up to five seconds. So all looks together take
 *       a thousandth of one processor.
 *   <li>While usage rises, an eighth of the time that its rate leaves until the threshold, 2 ms at the least. Such a
 *       look is taken from a stock, which gains one each second: usage that goes up and down for ever costs no more.
 * </ul>
 *
 * <p>It has no clock of its own. Not thread-safe.
 */
final class Pace {
    /** Longest wait, in nanoseconds. */
    static final long LONGEST_NANOS = 1_000_000_000;

    /** Least wait at rest, in nanoseconds. */
    static final long LEAST_AT_REST_NANOS = 125_000_000;

    /** Least wait while usage rises, in nanoseconds. */
    static final long LEAST_NANOS = 2_000_000;

    /** Quick looks that may follow each other. */
    static final int MOST_QUICK_LOOKS = 400;

    /** Longest wait where a look takes long, in nanoseconds. */
    static final long LONGEST_OF_SLOW_NANOS = 5_000_000_000L;

    private static final double TIMES_LOOK = 1000;
    private static final double FIRST_LOOK_NANOS = 20_000;
    private static final double MOST_TIMES_SLOWER = 1.25; // of one look to the next
    private static final double WAKING_NANOS = 75_000; // processor time of a thread that wakes up, beside the look
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double FASTEST_BYTES_PER_SECOND = 1L << 30;
    private static final int LOOKS_UNTIL_THRESHOLD = 8;
    private static final double SMOOTHING_NANOS = 50e6;
    private static final double SOON_NANOS = 1e9;
    private static final double NEAR_SHARE = 0.7;

    private boolean started;
    private long lastBytes;
    private long lastNanos;
    private double bytesPerNano; // of late
    private double quickLooks = MOST_QUICK_LOOKS;
    private boolean soon;
    private double usualLookNanos = FIRST_LOOK_NANOS;

    /**
     * Notes a look, and says when the next one is due.
     *
     * @param usageBytes in use now
     * @param thresholdBytes that is watched for; where all are passed, no more than usage
     * @param nanoTime of now, of any clock that never goes back
     * @param lookNanos that the look has taken; it counts by degrees, since a thread may be held up
     * @return nanoseconds to wait
     */
    long next(long usageBytes, long thresholdBytes, long nanoTime, long lookNanos) {
        note(usageBytes, nanoTime);
        usualLookNanos = Math.min((double) lookNanos, usualLookNanos * MOST_TIMES_SLOWER);
        double slow = TIMES_LOOK * (WAKING_NANOS + usualLookNanos);
        double distance = Math.max(0, (double) thresholdBytes - usageBytes);
        double untilThreshold = bytesPerNano > 0 ? distance / bytesPerNano : Double.POSITIVE_INFINITY;
        soon = distance > 0 && (untilThreshold <= SOON_NANOS || usageBytes >= NEAR_SHARE * thresholdBytes);
        double atRest =
                within(distance / FASTEST_BYTES_PER_SECOND * NANOS_PER_SECOND, LEAST_AT_REST_NANOS, LONGEST_NANOS);
        atRest = Math.max(atRest, Math.min(slow, LONGEST_OF_SLOW_NANOS));
        double rising = Math.max(LEAST_NANOS, untilThreshold / LOOKS_UNTIL_THRESHOLD);
        if (distance == 0 || rising >= atRest || quickLooks < 1) {
            return (long) atRest;
        }
        quickLooks--;
        return (long) rising;
    }

    private void note(long usageBytes, long nanoTime) {
        if (started) {
            double nanos = Math.max(1, nanoTime - lastNanos);
            double rate = (usageBytes - lastBytes) / nanos;
            bytesPerNano += (rate - bytesPerNano) * nanos / (nanos + SMOOTHING_NANOS);
            quickLooks = Math.min(MOST_QUICK_LOOKS, quickLooks + nanos / NANOS_PER_SECOND);
        }
        started = true;
        lastBytes = usageBytes;
        lastNanos = nanoTime;
    }

    private static double within(double value, double least, double most) {
        return Math.max(least, Math.min(most, value));
    }

    /** True if the threshold may be reached within a second, or is near: then a report is to be prepared. */
    boolean isSoon() {
        return soon;
    }
}
