package io.nmt.core.internal.counters;

import io.nmt.core.internal.concurrent.FullHeap;
import io.nmt.core.internal.concurrent.TableBound;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The most that was ever live, per category and (id 0) in all.
 *
 * <p>A peak is never above the true one. By default it is below by at most 1 % or 64 KiB per thread that has counted
 * (allocated or freed) since the peak was last looked for, whichever is larger; in exact mode it is the true one. A
 * block counts as live from some moment in the hook behind its allocation until some moment in the hook before its
 * free. The count at a peak is the count of the moment in which the peak was found; other threads may be between
 * counting their bytes and their block at that moment. The peak of reserved bytes, where that is more than committed
 * ones, may be off on either side by what other threads change at the moment in which it is found.
 *
 * <p>Lock-free. Not wait-free: the addition to a total is tried again if another thread was faster.
 */
public final class Peaks {
    /*
     * Threads publish their net changes to a total S that all share, so that what a thread has not published, all
     * categories together, does not exceed u = 16 KiB in either direction. At any moment, what is live is L = S + the
     * sum of what all threads have not published. Each thread that raises S finds out itself what L is at that very
     * moment, by looking at all threads before and after (UnpublishedBytes). So a block that is freed at once, by its
     * own thread or another one, is in the peak all the same, and whether others read or lift at the same time does not
     * matter: there is nothing that one of them does on behalf of another.
     *
     * It does so if S passes the mark, which is set to S + slack then. How far a peak P lags: let S1 be the total of
     * which L was last found, as L1 <= P. As long as S <= S1 + slack,
     *
     *     L - P <= L - L1 = S - S1 + (what is unpublished) - (what was found unpublished) <= slack + 2u for each thread
     *     that has counted since, or was counting then
     *
     * since of all others what is unpublished was found exactly, and is the same. With slack = max(32 KiB, 0.5 % of P)
     * and 2u = 32 KiB that is at most 1 % or 64 KiB per thread. (L as it is after each addition to S; between two
     * additions it changes by what is unpublished, which is in the 2u.) To look is rare: a growing program does so for
     * each half per cent.
     *
     * A thread that registers while another one looks is taken to have -u; what ended threads have left unpublished is
     * in CounterList.ended.
     *
     * An error (the end of a stack) in a publication leaves S too low, never too high: see ThreadCounters. The next
     * reader mends it: what all threads say they have published must be S.
     *
     * In exact mode every change is published, and S after each addition is a value that was reached.
     */
    static final long PUBLISH_LIMIT_BYTES = 16 * 1024;
    private static final int LEAST_SLACK_BYTES = 32 * 1024;
    private static final int IDS = 256;

    private final Counters owner;

    private final AtomicLongArray liveBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray liveBlocks = new AtomicLongArray(IDS);
    private final AtomicLongArray uncommittedBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray peakBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray blocksAtPeak = new AtomicLongArray(IDS);
    private final AtomicLongArray peakReservedBytes = new AtomicLongArray(IDS);
    private final AtomicLongArray markBytes = new AtomicLongArray(IDS);
    private static final TableBound WINDOWS = PeakWindows.ofHeap("windows of categories", IDS * Long.BYTES);

    private final PeakWindows windows = new PeakWindows(WINDOWS);

    // Plain: set before the first allocation is counted, or soon enough.
    long publishLimitBytes = PUBLISH_LIMIT_BYTES;

    Peaks(Counters owner) {
        this.owner = owner;
        // The JVM links this at its first use, which takes heap: a hook may be where there is none.
        liveBytes.addAndGet(0, 0);
    }

    /** From now on, publishes every change at once. To be called before threads count. */
    public void makeExact() {
        publishLimitBytes = 0;
    }

    /**
     * True if peaks are exact.
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
        if (exact()) {
            long nowBytes = liveBytes.addAndGet(id, bytes);
            long nowBlocks = liveBlocks.addAndGet(id, blocks);
            if (bytes > 0) {
                raise(id, nowBytes, nowBlocks);
            }
        } else if (bytes > 0) {
            rise(id, bytes);
        } else {
            liveBytes.addAndGet(id, bytes);
        }
    }

    /** By CAS, so that a total which passes the mark was looked at before. */
    private void rise(int id, long bytes) {
        CounterList list = null;
        UnpublishedBytes unpublished = null;
        while (true) {
            long before = liveBytes.get(id);
            long after = before + bytes;
            boolean passes = after > markBytes.get(id);
            if (passes && list == null) {
                list = owner.list();
                unpublished = look(list, id);
            }
            if (liveBytes.compareAndSet(id, before, after)) {
                if (passes) {
                    CounterList now = owner.list();
                    long atLeastBytes = unpublished == null
                            ? UnpublishedBytes.atLeastBytesUnseen(list, now, id)
                            : unpublished.atLeastBytes(now);
                    raise(id, after + atLeastBytes, UnpublishedBytes.liveBlocks(now, id));
                    if (unpublished != null) { // else the next publication looks again
                        raiseTo(markBytes, id, after + Math.max(LEAST_SLACK_BYTES, peakBytes.get(id) / 200));
                    }
                }
                return;
            }
        }
    }

    /** Null where there is no heap for it. */
    private static UnpublishedBytes look(CounterList list, int id) {
        if (FullHeap.isExpected()) {
            return null;
        }
        try {
            return new UnpublishedBytes(list, id);
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            return null;
        }
    }

    /**
     * Puts totals right that an error has left wrong. Does nothing if a thread publishes meanwhile, which a later call
     * will not meet.
     */
    void mend() {
        CounterList list = owner.list();
        long publications = publications(list);
        if (publications == ThreadCounters.PUBLISHING) {
            return;
        }
        int ids = Math.min(IDS, list.ids());
        long[] foundBytes = new long[ids];
        long[] foundBlocks = new long[ids];
        long[] bytes = new long[ids];
        long[] blocks = new long[ids];
        for (int id = 0; id < ids; id++) {
            foundBytes[id] = liveBytes.get(id);
            foundBlocks[id] = liveBlocks.get(id);
        }
        if (exact()) {
            addLive(list.ended, bytes, blocks); // what an error has kept them from publishing, too
        } else {
            addPublished(list.ended, bytes, blocks);
        }
        for (CounterList.Node node = list.first; node != null; node = node.next) {
            addPublished(node.counters.words(), bytes, blocks);
        }
        // If all is as it was, the totals and what the threads say are of the same moment.
        if (owner.list() != list || publications(list) != publications) {
            return;
        }
        for (int id = 0; id < ids; id++) {
            if (foundBytes[id] != bytes[id]) {
                liveBytes.compareAndSet(id, foundBytes[id], bytes[id]);
            }
            if (exact() && foundBlocks[id] != blocks[id]) {
                liveBlocks.compareAndSet(id, foundBlocks[id], blocks[id]);
            }
        }
    }

    /** Each of them only ever grows, so that equal sums are of equal numbers. */
    private static long publications(CounterList list) {
        long sum = 0;
        for (CounterList.Node node = list.first; node != null; node = node.next) {
            long publications = node.counters.publications();
            if (publications == ThreadCounters.PUBLISHING) {
                return ThreadCounters.PUBLISHING;
            }
            sum += publications;
        }
        return sum;
    }

    private static void addLive(long[] words, long[] bytes, long[] blocks) {
        for (int id = 1; id < bytes.length && id < words.length / ThreadCounters.WORDS_PER_CATEGORY; id++) {
            int line = id * ThreadCounters.WORDS_PER_CATEGORY;
            long liveBytes = words[line + ThreadCounters.ALLOCATED_BYTES] - words[line + ThreadCounters.FREED_BYTES];
            long liveBlocks = words[line + ThreadCounters.ALLOCATED_BLOCKS] - words[line + ThreadCounters.FREED_BLOCKS];
            bytes[id] += liveBytes;
            bytes[0] += liveBytes;
            blocks[id] += liveBlocks;
            blocks[0] += liveBlocks;
        }
    }

    private static void addPublished(long[] words, long[] bytes, long[] blocks) {
        for (int id = 1; id < bytes.length && id < words.length / ThreadCounters.WORDS_PER_CATEGORY; id++) {
            int line = id * ThreadCounters.WORDS_PER_CATEGORY;
            long publishedBytes = ThreadCounters.publishedBytes(words, line);
            long publishedBlocks = ThreadCounters.read(words, line + ThreadCounters.PUBLISHED_BLOCKS);
            bytes[id] += publishedBytes;
            bytes[0] += publishedBytes;
            blocks[id] += publishedBlocks;
            blocks[0] += publishedBlocks;
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

    /** Lifts the peaks to what a reader has found. */
    void lift(CounterSums sums) {
        for (int id = 0; id < sums.ids(); id++) {
            if (sums.used(id)) {
                raise(
                        id,
                        sums.allocatedBytes[id] - sums.freedBytes[id],
                        sums.allocatedBlocks[id] - sums.freedBlocks[id]);
            }
        }
    }

    private void raise(int id, long bytes, long blocks) {
        windows.raise(id, bytes);
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
     * Opens a window, in which peaks are looked for anew. They are as exact as the peaks of the whole time.
     *
     * @return peaks by category id, and, of id 0, in all; to be closed
     */
    public PeakWindow openWindow() {
        PeakWindow window = new PeakWindow(IDS);
        windows.add(window);
        // Below the mark no thread looks. After this, each does so with its next publication, and sets it again.
        for (int id = 0; id < IDS; id++) {
            markBytes.set(id, 0);
        }
        owner.read(); // raises it to what is live now
        return window;
    }

    /**
     * Ends a window.
     *
     * @param window that was opened here; a second time, this does nothing
     */
    public void closeWindow(PeakWindow window) {
        windows.remove(window);
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
