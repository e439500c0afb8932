package io.nmt.core.internal.sites;

/**
 * The part that is told of what the samples of a group stand for beyond themselves, so that all of them together are
 * no more than their whole. It is the same for each. Immutable.
 *
 * @param ofBytes from 0 to 1
 * @param ofCount the same of blocks
 * @param isCountBounded whether the sums of rounded counts could be more than the whole
 * @param restBytes of the whole that are no sample's
 * @param peakBytes of the whole
 */
record Share(double ofBytes, double ofCount, boolean isCountBounded, long restBytes, long peakBytes) {
    /** All of it. */
    static final Share ALL = new Share(1, 1, false, Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * Finds it.
     *
     * @param totals of the group
     * @param parts that the samples are told in, at the most
     * @param hiddenBytes of samples that are not told
     * @param hidden samples that are not told
     */
    static Share of(SampleTotals totals, int parts, long hiddenBytes, long hidden, Whole whole) {
        if (whole.bytes() == Long.MAX_VALUE) {
            return ALL;
        }
        // What was freed since the samples were read is in these alone.
        long rest = Math.max(0, whole.bytes() - hiddenBytes - totals.sampledBytes());
        long restBlocks = Math.max(0, whole.blocks() - hidden - totals.samples());
        double beyond = totals.count() - totals.samples();
        double ofBytes = part((double) rest, (double) (totals.bytes() - totals.sampledBytes()));
        boolean counted = whole.blocks() != Long.MAX_VALUE;
        return new Share(
                ofBytes,
                counted ? part((double) restBlocks, beyond) : ofBytes,
                counted ? beyond + parts / 2.0 >= restBlocks : ofBytes < 1,
                rest,
                whole.peakBytes());
    }

    private static double part(double most, double all) {
        return all <= most ? 1 : most / all;
    }
}
