package io.nmt.core.counters;

import io.nmt.core.blocks.LastSlot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one thread allocated and freed, per category. Written by its own thread only, without an atomic operation; read by
 * anyone.
 */
public final class ThreadCounters extends SampleCountdown {
    /*
     * One cache line of eight words per category:
     *
     *     allocated bytes | allocated blocks | freed bytes | freed blocks | unpublished bytes | published blocks | - | -
     *
     * The four sums only ever grow, and are what a snapshot adds up over all threads: a block that one thread allocates
     * and another frees is in the sums of both. Line 0 belongs to no category; it counts what could not be tracked.
     *
     * Peaks need a total that is current at every allocation. That is Peaks, which all threads share, and a thread tells
     * it of its net change of a category only when that exceeds a limit: atomics on shared words were most of the cost of
     * counting. The limit is the thread's (Peaks.publishLimitBytes) divided by the categories that the thread uses, so that
     * all its unpublished changes together stay within it, too.
     *
     * An addition has one branch for all that is rare. A category that the thread has not used yet has NOT_USED among its
     * unpublished bytes, which exceeds any limit; so does PROBE's always. Counters that are shared by several threads have
     * no words of their own, so that every category is beyond their end.
     *
     * The owner writes plainly: a long is written at once on all 64-bit JVMs, and the fences of the BlockTable around each
     * addition keep the compiler from holding it back. What a reader relies on (see Counters.sum) is that who sees an
     * allocation sees all earlier frees of that thread, and the table's insertion has a release fence between the two.
     */
    /** Stands for no category: blocks of the tracker's self-test, which are recorded but in no sum. */
    public static final int PROBE = 0;

    static final int WORDS_PER_CATEGORY = 8;
    static final int ALLOCATED_BYTES = 0;
    static final int ALLOCATED_BLOCKS = 1;
    static final int FREED_BYTES = 2;
    static final int FREED_BLOCKS = 3;
    static final int UNPUBLISHED_BYTES = 4;
    static final int PUBLISHED_BLOCKS = 5;

    // In line 0.
    static final int UNKNOWN_FREES = 6;
    static final int UNTRACKED_BLOCKS = 7;

    private static final long NOT_USED = -1L << 62;
    private static final int CATEGORIES_AT_FIRST = 16;
    private static final int CATEGORIES_AT_MOST = 256;
    private static final long[] NO_WORDS = new long[0];
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Counters owner;
    final CounterEntry entry;

    /** 0 if these counters are not found by their thread's id. */
    final long threadId;

    /** Set before the counters are in the bucket, and then under the lock of {@link Counters}. */
    ThreadCounters nextInBucket;

    private final LastSlot lastSlot;

    // The owner's: plain. Whoever reads takes published, which is the same array unless several threads write.
    private long[] words;
    private volatile long[] published;

    private int categories;
    private long limitBytes;

    // What the next allocation through Unsafe is for: a category's id + 1, or 0. See UnsafeHooks.
    private int label;

    /** Counters of one thread, or shared by several, whose additions then are atomic. */
    ThreadCounters(Counters owner, boolean shared) {
        this(owner, null, 0, shared);
    }

    /** Counters in use as long as {@code user} is a live thread, or another object that is reachable; null for ever. */
    ThreadCounters(Counters owner, Object user, long threadId, boolean shared) {
        this.owner = owner;
        this.threadId = threadId;
        // Shared counters cannot grow: two threads might do it at once.
        this.published = unused(new long[(shared ? CATEGORIES_AT_MOST : CATEGORIES_AT_FIRST) * WORDS_PER_CATEGORY], 0);
        this.words = shared ? NO_WORDS : published;
        this.lastSlot = shared ? null : new LastSlot();
        this.entry = new CounterEntry(user == null ? owner : user, this);
    }

    private static long[] unused(long[] words, int fromLine) {
        for (int line = fromLine; line < words.length; line += WORDS_PER_CATEGORY) {
            words[line + UNPUBLISHED_BYTES] = NOT_USED;
        }
        return words;
    }

    /**
     * Counts an allocated block.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void allocated(int categoryId, long bytes) {
        add(categoryId, ALLOCATED_BYTES, bytes, bytes);
    }

    /**
     * Counts a freed block.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void freed(int categoryId, long bytes) {
        add(categoryId, FREED_BYTES, bytes, -bytes);
    }

    private void add(int categoryId, int bytesWord, long bytes, long change) {
        long[] w = words;
        int line = categoryId * WORDS_PER_CATEGORY;
        if (line >= w.length) {
            if (lastSlot == null) {
                addShared(categoryId, bytesWord, bytes, change);
                return;
            }
            w = grow(categoryId);
        }
        w[line + bytesWord] += bytes;
        w[line + bytesWord + 1]++;
        long unpublishedBytes = w[line + UNPUBLISHED_BYTES] + change;
        w[line + UNPUBLISHED_BYTES] = unpublishedBytes;
        long limit = limitBytes;
        // One comparison for -limit <= unpublishedBytes <= limit.
        if (Long.compareUnsigned(unpublishedBytes + limit, limit + limit) > 0) {
            publish(w, categoryId);
        }
    }

    private void publish(long[] w, int categoryId) {
        if (categoryId == PROBE) {
            return;
        }
        int line = categoryId * WORDS_PER_CATEGORY;
        // The first block is published whatever its size: a category that was used has a peak.
        if (w[line + UNPUBLISHED_BYTES] < NOT_USED / 2) {
            w[line + UNPUBLISHED_BYTES] -= NOT_USED;
            owner.using(categoryId);
            if (w[line + UNPUBLISHED_BYTES] > 0) {
                owner.peaks.oneIsLive(categoryId, w[line + UNPUBLISHED_BYTES]);
            }
            categories++;
            limitBytes = owner.peaks.publishLimitBytes / categories;
            for (int id = 1; id < w.length / WORDS_PER_CATEGORY; id++) {
                publishCategory(w, id);
            }
        } else {
            publishCategory(w, categoryId);
        }
        owner.publishedBy(categoryId);
    }

    private void publishCategory(long[] w, int categoryId) {
        int line = categoryId * WORDS_PER_CATEGORY;
        long bytes = unpublishedBytes(w, categoryId);
        long liveBlocks = w[line + ALLOCATED_BLOCKS] - w[line + FREED_BLOCKS];
        long blocks = liveBlocks - w[line + PUBLISHED_BLOCKS];
        if (bytes == 0 && blocks == 0) {
            return;
        }
        w[line + UNPUBLISHED_BYTES] = 0;
        w[line + PUBLISHED_BLOCKS] = liveBlocks;
        owner.peaks.publish(categoryId, bytes, blocks);
    }

    static long read(long[] words, int word) {
        return (long) WORDS.getOpaque(words, word);
    }

    /** What these counters have not told {@link Peaks} yet. */
    static long unpublishedBytes(long[] words, int categoryId) {
        long bytes = read(words, categoryId * WORDS_PER_CATEGORY + UNPUBLISHED_BYTES);
        return bytes < NOT_USED / 2 ? 0 : bytes;
    }

    private void addShared(int categoryId, int bytesWord, long bytes, long change) {
        if (categoryId == PROBE) {
            return;
        }
        owner.using(categoryId);
        int line = categoryId * WORDS_PER_CATEGORY;
        WORDS.getAndAdd(published, line + bytesWord, bytes);
        WORDS.getAndAdd(published, line + bytesWord + 1, 1L);
        owner.peaks.publish(categoryId, change, bytesWord == ALLOCATED_BYTES ? 1 : -1);
        owner.publishedBy(categoryId);
    }

    private long[] grow(int categoryId) {
        int length = (categoryId + 1) * WORDS_PER_CATEGORY;
        long[] more = unused(Arrays.copyOf(words, Math.max(words.length * 2, length)), words.length);
        published = more;
        words = more;
        return more;
    }

    /** To be read with {@link #read}; all that was counted by one who has ended. */
    long[] words() {
        return published;
    }

    /**
     * The slot of the table that this thread used last.
     *
     * @return the slot, or null if these counters are shared
     */
    public LastSlot lastSlot() {
        return lastSlot;
    }

    /** Counts a free of an address that no record exists of. */
    public void unknownFree() {
        count(UNKNOWN_FREES);
    }

    /** Counts a block that could not be recorded. */
    public void untracked() {
        count(UNTRACKED_BLOCKS);
    }

    private void count(int word) {
        if (lastSlot == null) {
            WORDS.getAndAdd(published, word, 1L);
        } else {
            words[word]++;
        }
    }

    /**
     * What its thread has freed of a category so far. Like the two below, for anyone to read.
     *
     * @param categoryId of the category
     * @return bytes
     */
    public long freedBytes(int categoryId) {
        return readOrZero(categoryId * WORDS_PER_CATEGORY + FREED_BYTES);
    }

    /**
     * What its thread has freed of a category so far.
     *
     * @param categoryId of the category
     * @return blocks
     */
    public long freedBlocks(int categoryId) {
        return readOrZero(categoryId * WORDS_PER_CATEGORY + FREED_BLOCKS);
    }

    /**
     * How often its thread has freed an address that no record existed of.
     *
     * @return blocks
     */
    public long unknownFrees() {
        return readOrZero(UNKNOWN_FREES);
    }

    private long readOrZero(int word) {
        long[] w = published;
        return word < w.length ? read(w, word) : 0;
    }

    /**
     * Says what the next allocation of this thread is for.
     *
     * @param categoryId of the next block
     * @param yields whether what was said before, and not used, stands: it came from a caller further out, who knows better
     */
    public void label(int categoryId, boolean yields) {
        if (!yields || label == 0) {
            label = categoryId + 1;
        }
    }

    /**
     * Takes what was said by {@link #label}.
     *
     * @param otherwise the category's id if nothing was said
     * @return the category's id
     */
    public int takeLabel(int otherwise) {
        int taken = label;
        if (taken == 0) {
            return otherwise;
        }
        label = 0;
        return taken - 1;
    }
}
