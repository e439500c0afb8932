package io.nmt.core.model;

import java.util.List;

/**
 * The memory that a call site holds now: estimates from samples, exact if every block is sampled.
 *
 * @param site where the blocks were allocated
 * @param liveBytes of its live blocks; never more than its category holds, which is known exactly
 * @param standardErrorBytes of {@code liveBytes}: in 19 of 20 cases the truth is within twice, in 99 of 100 within
 *     three times that; of few samples it is more than the standard error. 0 if exact
 * @param liveCount live blocks; never more than its category has
 * @param samples that these figures are made from
 * @param peakBytes the most that was ever live; never more than its category's peak
 * @param oldestAgeNanos how long ago the oldest of the sampled live blocks was allocated
 * @param growthBytesPerMinute by how much the floor of its live bytes rises, over the last three quarters of the time
 *     since its first sample, or, if it grows only in the recent past, over three quarters of that; negative if it
 *     falls
 * @param growing whether that is more than chance, and goes on
 * @param threadNames of the threads that allocated the live blocks, those with most bytes first, ten at most
 * @param growthErrorBytesPerMinute one standard error of {@code growthBytesPerMinute}, or a little more; 0 if exact, or
 *     if no sample was taken or freed in that time
 * @param growingForNanos for how long it has been growing, about; 0 if {@code growing} is false
 * @param judgedInNanos how long it takes, at the least, until growth can be told from chance; 0 if {@code growing} says
 *     it
 */
public record SiteUsage(
        Site site,
        long liveBytes,
        long standardErrorBytes,
        long liveCount,
        long samples,
        long peakBytes,
        long oldestAgeNanos,
        long growthBytesPerMinute,
        boolean growing,
        List<String> threadNames,
        long growthErrorBytesPerMinute,
        long growingForNanos,
        long judgedInNanos) {
    /**
     * A call site from a recording, without growth and threads.
     *
     * @param site where the blocks were allocated
     * @param liveBytes of its live blocks
     * @param standardErrorBytes of the live bytes
     * @param liveCount live blocks
     * @param peakBytes the most that was ever live
     * @param oldestAgeNanos for how long its oldest sampled live block had lived
     * @return the same, with nothing in the other figures
     */
    public static SiteUsage recorded(
            Site site, long liveBytes, long standardErrorBytes, long liveCount, long peakBytes, long oldestAgeNanos) {
        return new SiteUsage(
                site,
                liveBytes,
                standardErrorBytes,
                liveCount,
                0,
                peakBytes,
                oldestAgeNanos,
                0,
                false,
                List.of(),
                0,
                0,
                0);
    }

    /**
     * The same site with another answer to how it grows.
     *
     * @param grows whether it grows by more than chance, and goes on
     * @param bytesPerMinute by which it grows
     * @param errorBytesPerMinute one standard error of that
     * @param forNanos for how long it has been growing; 0 if it does not grow
     * @param toldInNanos how long it takes until growth can be told; 0 if it can
     * @return with all other figures unchanged
     */
    public SiteUsage withGrowth(
            boolean grows, long bytesPerMinute, long errorBytesPerMinute, long forNanos, long toldInNanos) {
        return new SiteUsage(
                site,
                liveBytes,
                standardErrorBytes,
                liveCount,
                samples,
                peakBytes,
                oldestAgeNanos,
                bytesPerMinute,
                grows,
                threadNames,
                errorBytesPerMinute,
                forNanos,
                toldInNanos);
    }
}
