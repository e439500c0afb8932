package io.nmt.core.counters;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The most that was ever live, per category and (id 0) in all.
 *
 * <p>A peak is never above the true one. By default it is below by at most 1 % or 64 KiB per thread that was allocating,
 * whichever is larger; in exact mode it is the true one. The count at a peak is the count of the moment in which the
 * peak was found; in exact mode, other threads may be between counting their bytes and their block at that moment. The
 * peak of reserved bytes, where that is more than committed ones, may be off on either side by what other threads change at
 * the moment in which it is found.
 */
public final class Peaks {
    /*
     * Threads publish their net changes to a total that all share, so that what a thread has not published, all categories
     * together, does not exceed publishLimitBytes in either direction. That total is off by what is unpublished, on either
     * side, so it may not be recorded as a peak itself: it only tells when the peak may have been passed. Then the counters of all threads are summed up, which gives a value that was really reached
     * (Counters.sum), and the peak is lifted to that.
     *
     * How far a peak can lag: a sum finds what is unpublished, u, and sets the mark at peak + slack - u. As long as the
     * shared total has not passed the mark, what is live exceeds the peak by less than slack plus the growth of u, and
     * only a thread that allocated since makes u grow, by 2 x 16 KiB at most. With slack = max(32 KiB, 0.5 % of the peak)
     * that is at most 1 % or 64 KiB per thread. Sums are rare: a growing program pays one for each half per cent.
     *
     * In exact mode every change is published, and the shared total after each addition is a value that was reached.
     */
    private static final int PUBLISH_LIMIT_BYTES = 16 * 1024;
    private static final int LEAST_SLACK_BYTES = 32 * 1024;
    private static final int IDS = 256;

    private final AtomicLongArray liveBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray liveBlocks = new AtomicLongArray(IDS);
    private final AtomicLongArray uncommittedBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray peakBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray blocksAtPeak = new AtomicLongArray(IDS);
    private final AtomicLongArray peakReservedBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray markBytes = new AtomicLongArray(IDS);

    // Plain: set before the first allocation is counted, or soon enough.
    long publishLimitBytes = PUBLISH_LIMIT_BYTES;

    /** From now on, publishes every change at once. To be called before threads count. */
    public void makeExact() {
        publishLimitBytes = 0;
    }

    /**
     * Whether peaks are exact.
     *
     * @return false if they may lag as the class comment says
     */
    public boolean exact() {
        return publishLimitBytes == 0;
    }

    void publish(int id, long bytes, long blocks) {
        publishOne(id, bytes, blocks);
        publishOne(0, bytes, blocks);
    }

    private void publishOne(int id, long bytes, long blocks) {
        long nowBytes = liveBytes.addAndGet(id, bytes);
        long nowBlocks = liveBlocks.addAndGet(id, blocks);
        if (exact() && bytes > 0) {
            raise(id, nowBytes, nowBlocks);
        }
    }

    /**
     * Counts address space that is reserved without being committed.
     *
     * @param id of the category
     * @param bytes added, or, if negative, removed
     */
    public void addUncommitted(int id, long bytes) {
        long ofCategory = uncommittedBytes.addAndGet(id, bytes);
        long ofAll = uncommittedBytes.addAndGet(0, bytes);
        raiseTo(peakReservedBytes, id, liveBytes.get(id) + ofCategory);
        raiseTo(peakReservedBytes, 0, liveBytes.get(0) + ofAll);
    }

    /**
     * Address space that is reserved without being committed.
     *
     * @param id of the category, or 0
     * @return bytes
     */
    public long uncommittedBytes(int id) {
        return uncommittedBytes.get(id);
    }

    /** Says that a block is live: what is found later may be less, if others free meanwhile. */
    void oneIsLive(int id, long bytes) {
        raise(id, bytes, 1);
        raise(0, bytes, 1);
    }

    boolean mayHaveToLift(int id) {
        return liveBytes.get(id) > markBytes.get(id) || liveBytes.get(0) > markBytes.get(0);
    }

    void lift(CounterSums sums) {
        for (int id = 0; id < sums.ids(); id++) {
            if (sums.used(id)) {
                raise(
                        id,
                        sums.allocatedBytes[id] - sums.freedBytes[id],
                        sums.allocatedBlocks[id] - sums.freedBlocks[id]);
                long peak = peakBytes.get(id);
                markBytes.set(id, peak + Math.max(LEAST_SLACK_BYTES, peak / 200) - sums.unpublishedBytes[id]);
            }
        }
    }

    private void raise(int id, long bytes, long blocks) {
        if (raiseTo(peakBytes, id, bytes)) {
            blocksAtPeak.set(id, blocks);
        }
        raiseTo(peakReservedBytes, id, bytes + uncommittedBytes.get(id));
    }

    private static boolean raiseTo(AtomicLongArray peaks, int id, long bytes) {
        long peak = peaks.get(id);
        while (bytes > peak) {
            long witness = peaks.compareAndExchange(id, peak, bytes);
            if (witness == peak) {
                return true;
            }
            peak = witness;
        }
        return false;
    }

    /**
     * The most bytes that were ever live (committed).
     *
     * @param id of the category, or 0
     * @return bytes
     */
    public long peakBytes(int id) {
        return peakBytes.get(id);
    }

    /**
     * The most bytes that were ever reserved.
     *
     * @param id of the category, or 0
     * @return bytes
     */
    public long peakReservedBytes(int id) {
        return peakReservedBytes.get(id);
    }

    /**
     * The blocks that were live at the peak.
     *
     * @param id of the category, or 0
     * @return blocks
     */
    public long blocksAtPeak(int id) {
        return blocksAtPeak.get(id);
    }

    long words() {
        return 7L * IDS;
    }
}
