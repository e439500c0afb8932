package io.nmt.agent.pressure;

/** Decides when a report is due: when usage comes to the threshold, and at new maxima after that. Not thread-safe. */
final class Trigger {
    private static final long APART_NANOS = 60L * 1_000_000_000;
    private static final int STEPS_IN_LIMIT = 100;

    private long reportedBytes = -1;
    private long reportedNanos;

    /**
     * True if a report is due now.
     *
     * @param usage in bytes
     * @param threshold of usage, in bytes
     * @param limit in bytes: a new maximum is higher than the last one that was reported by a hundredth of it
     * @param nanoTime of now
     */
    boolean isDue(long usage, long threshold, long limit, long nanoTime) {
        if (usage < threshold) {
            return false;
        }
        return reportedBytes < 0 || (usage >= nextMaximum(limit) && nanoTime - reportedNanos >= APART_NANOS);
    }

    /** The least usage that is a new maximum, in bytes. To be asked once something was reported. */
    long nextMaximum(long limit) {
        return reportedBytes + Math.max(1, limit / STEPS_IN_LIMIT);
    }

    /** Says that it was reported. */
    void reported(long usage, long nanoTime) {
        reportedBytes = usage;
        reportedNanos = nanoTime;
    }
}
