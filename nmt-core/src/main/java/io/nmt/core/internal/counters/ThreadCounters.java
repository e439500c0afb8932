package io.nmt.core.internal.counters;

import io.nmt.core.internal.blocks.LastSlot;
import io.nmt.core.internal.concurrent.FullHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The counters of one thread: allocations and frees by category. Written by its own thread only, without an atomic
 * operation; read by anyone.
 */
public final class ThreadCounters extends SampleCountdown {
    /*
     * One cache line of eight words per category:
     *
     *     allocated bytes | allocated blocks | freed bytes | freed blocks | published bytes | published blocks | - | -
     *
     * The four sums only ever grow, and are what a snapshot adds up over all threads: a block that one thread allocates
     * and another frees is in the sums of both. Line 0 belongs to no category; it counts what could not be tracked, and
     * the thread's publications.
     *
     * Peaks need a total that is current at every allocation. That is Peaks, which all threads share, and a thread
     * tells it of its net change of a category only when what is not published yet (allocated - freed - published)
     * exceeds a limit: atomics on shared words were most of the cost of counting. The limit is the thread's
     * (Peaks.publishLimitBytes) divided by the categories that the thread uses, so that all its unpublished changes
     * together stay within it, too.
     *
     * An addition has one branch for all that is rare. A category that the thread has not used yet has NOT_USED as its
     * published bytes, which exceeds any limit; so does PROBE's always. Counters that are shared by several threads
     * have no words of their own, so that every category is beyond their end.
     *
     * A stack overflow may strike at any call. So what counts comes before the first one, and an addition that throws
     * has not counted. A publication that is struck is no loss: what is left unpublished is published with the next
     * change, and a total that got it without the thread's noting so, or the other way round, is put right by
     * Peaks.mend.
     *
     * The owner writes plainly: a long is written at once on all 64-bit JVMs, and the fences of the BlockTable around
     * each addition keep the compiler from holding it back. What a reader relies on (see Counters.sum) is that a
     * thread that sees an allocation sees all earlier frees of that thread, and the table's insertion has a release
     * fence between the two.
     */
    /** Stands for no category: blocks of the tracker's self-test, which are recorded but in no sum. */
    public static final int PROBE = 0;

    static final long PUBLISHING = -1;

    static final int WORDS_PER_CATEGORY = 8;
    static final int ALLOCATED_BYTES = 0;
    static final int ALLOCATED_BLOCKS = 1;
    static final int FREED_BYTES = 2;
    static final int FREED_BLOCKS = 3;
    static final int PUBLISHED_BYTES = 4;
    static final int PUBLISHED_BLOCKS = 5;

    // In line 0. Publications: odd while one is being made, or if an error has struck in one. Of counters that are
    // shared:
    // how many were begun in the lower half, and ended in the upper half.
    static final int PUBLICATIONS = 5;
    static final int UNKNOWN_FREES = 6;
    static final int UNTRACKED_BLOCKS = 7;

    private static final long NOT_USED = -1L << 62;
    private static final long ONE_ENDED = 1L << 32;
    private static final int CATEGORIES_AT_FIRST = 16;
    private static final int CATEGORIES_AT_MOST = 256;
    private static final long[] NO_WORDS = new long[0];
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OWN;
    private static final VarHandle SLOT_GIVEN_BACK;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWN = lookup.findVarHandle(ThreadCounters.class, "own", long[].class);
            SLOT_GIVEN_BACK = lookup.findVarHandle(ThreadCounters.class, "slotGivenBack", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Counters owner;
    final CounterEntry entry;

    /** 0 if these counters are not found by their thread's id. */
    final long threadId;

    /** See {@link LocalCounters}. */
    ThreadCounters nextInBucket;

    private final LastSlot lastSlot;

    // The owner's, which reads it plainly.
    private long[] own;

    // In place of these, if several threads write.
    private final long[] shared;

    private long limitBytes;

    @SuppressWarnings("unused") // by its handle
    private boolean slotGivenBack;

    // What the next allocation through Unsafe is for: a category's id + 1, or 0. See UnsafeHooks.
    private int label;

    // What the last label that does not yield took the place of.
    private int overruled;

    /** Counters of one thread, or shared by several, whose additions then are atomic. */
    ThreadCounters(Counters owner, boolean shared) {
        this(owner, null, 0, shared);
    }

    /** Counters in use as long as {@code user} is a live thread, or another object that is reachable; null for ever. */
    ThreadCounters(Counters owner, Object user, long threadId, boolean shared) {
        this.owner = owner;
        this.threadId = threadId;
        // Shared counters cannot grow: two threads might do it at once.
        this.shared = shared ? new long[CATEGORIES_AT_MOST * WORDS_PER_CATEGORY] : null;
        this.own = shared ? NO_WORDS : unused(new long[CATEGORIES_AT_FIRST * WORDS_PER_CATEGORY], 0);
        this.lastSlot = shared ? null : new LastSlot();
        this.entry = new CounterEntry(user == null ? owner : user);
    }

    /** Counters that add to those of {@code others}, which are shared. Labels and samples are the thread's own. */
    ThreadCounters(ThreadCounters others, Object user, long threadId) {
        this.owner = others.owner;
        this.threadId = threadId;
        this.shared = others.shared;
        this.own = NO_WORDS;
        this.lastSlot = null;
        this.entry = new CounterEntry(user);
    }

    private static long[] unused(long[] words, int fromLine) {
        for (int line = fromLine; line < words.length; line += WORDS_PER_CATEGORY) {
            words[line + PUBLISHED_BYTES] = NOT_USED;
        }
        return words;
    }

    /**
     * Counts an allocated block. If it throws, it has not counted.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void allocated(int categoryId, long bytes) {
        add(categoryId, ALLOCATED_BYTES, bytes, bytes);
    }

    /**
     * Counts a freed block. If it throws, it has not counted.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void freed(int categoryId, long bytes) {
        add(categoryId, FREED_BYTES, bytes, -bytes);
    }

    private void add(int categoryId, int bytesWord, long bytes, long change) {
        long[] w = own;
        int line = categoryId * WORDS_PER_CATEGORY;
        if (line >= w.length) {
            if (shared != null) {
                addShared(categoryId, bytesWord, bytes);
                return;
            }
            w = grow(categoryId);
        }
        long limit = limitBytes;
        // One comparison for -limit <= unpublished <= limit, without a call.
        long above = w[line + ALLOCATED_BYTES] - w[line + FREED_BYTES] + change - w[line + PUBLISHED_BYTES] + limit;
        if (above + Long.MIN_VALUE <= limit + limit + Long.MIN_VALUE) {
            w[line + bytesWord] += bytes;
            w[line + bytesWord + 1]++;
        } else {
            addAndPublish(w, categoryId, line + bytesWord, bytes);
        }
    }

    private void addAndPublish(long[] w, int categoryId, int word, long bytes) {
        w[word] += bytes;
        w[word + 1]++;
        try {
            publish(w, categoryId);
        } catch (VirtualMachineError e) {
            return; // no stack left, or no heap: with the next change
        }
    }

    private void publish(long[] w, int categoryId) {
        if (categoryId == PROBE) {
            write(w, PUBLICATIONS, w[PUBLICATIONS]); // links that while there is heap for it
            return;
        }
        // Odd if an error has struck in the last one.
        long publication = (w[PUBLICATIONS] + 1) | 1;
        write(w, PUBLICATIONS, publication);
        int line = categoryId * WORDS_PER_CATEGORY;
        // The first block is published whatever its size: a category that was used has a peak.
        if (w[line + PUBLISHED_BYTES] == NOT_USED) {
            int categories = 1;
            for (int other = WORDS_PER_CATEGORY; other < w.length; other += WORDS_PER_CATEGORY) {
                categories += w[other + PUBLISHED_BYTES] == NOT_USED ? 0 : 1;
            }
            limitBytes = owner.peaks.publishLimitBytes / categories;
            for (int id = 1; id < w.length / WORDS_PER_CATEGORY; id++) {
                if (w[id * WORDS_PER_CATEGORY + PUBLISHED_BYTES] != NOT_USED) {
                    publishCategory(w, id);
                }
            }
            owner.peaks.oneIsLive(categoryId, w[line + ALLOCATED_BYTES] - w[line + FREED_BYTES]);
        }
        publishCategory(w, categoryId);
        write(w, PUBLICATIONS, publication + 1);
    }

    /*
     * What is published moves from the thread to the total, by two writes. In between, and for ever if an error strikes
     * there, the two together are too low, never too high: an increase is taken from the thread first, a decrease from
     * the total.
     */
    private void publishCategory(long[] w, int categoryId) {
        int line = categoryId * WORDS_PER_CATEGORY;
        long liveBytes = w[line + ALLOCATED_BYTES] - w[line + FREED_BYTES];
        long liveBlocks = w[line + ALLOCATED_BLOCKS] - w[line + FREED_BLOCKS];
        long bytes = liveBytes - publishedBytes(w, line);
        long blocks = liveBlocks - w[line + PUBLISHED_BLOCKS];
        if (bytes >= 0) {
            write(w, line + PUBLISHED_BYTES, liveBytes);
        }
        write(w, line + PUBLISHED_BLOCKS, liveBlocks);
        if (bytes != 0 || blocks != 0) {
            owner.peaks.publish(categoryId, bytes, blocks);
        }
        if (bytes < 0) {
            write(w, line + PUBLISHED_BYTES, liveBytes);
        }
    }

    private static void write(long[] words, int word, long value) {
        WORDS.setVolatile(words, word, value);
    }

    static long read(long[] words, int word) {
        return (long) WORDS.getOpaque(words, word);
    }

    /** Published bytes of the category with that line. */
    static long publishedBytes(long[] words, int line) {
        long bytes = read(words, line + PUBLISHED_BYTES);
        return bytes == NOT_USED ? 0 : bytes;
    }

    /**
     * Bytes not yet published to {@link Peaks}; less than that while a publication is on its way.
     *
     * @param id of the category, or 0 for all
     * @return bytes, of either sign
     */
    long unpublishedBytes(int id) {
        long[] w = words();
        long bytes = 0;
        for (int i = Math.max(1, id); i < (id == 0 ? w.length / WORDS_PER_CATEGORY : id + 1); i++) {
            int line = i * WORDS_PER_CATEGORY;
            if (line < w.length) {
                bytes += read(w, line + ALLOCATED_BYTES) - read(w, line + FREED_BYTES) - publishedBytes(w, line);
            }
        }
        return bytes;
    }

    /**
     * A number that differs after anything was counted or published.
     *
     * @param id of the category, or 0 for all
     * @return a number that only ever grows
     */
    long changes(int id) {
        long[] w = words();
        long changes = read(w, PUBLICATIONS);
        for (int i = Math.max(1, id); i < (id == 0 ? w.length / WORDS_PER_CATEGORY : id + 1); i++) {
            int line = i * WORDS_PER_CATEGORY;
            if (line < w.length) {
                changes += read(w, line + ALLOCATED_BLOCKS) + read(w, line + FREED_BLOCKS);
            }
        }
        return changes;
    }

    /** Publications so far, or {@link #PUBLISHING} while their number is not known. */
    long publications() {
        long publications = (long) WORDS.getVolatile(words(), PUBLICATIONS);
        boolean settled = shared == null
                ? (publications & 1) == 0 || entry.ended()
                : (int) publications == (int) (publications >>> 32);
        return settled ? publications : PUBLISHING;
    }

    boolean isShared() {
        return shared != null;
    }

    /** Order as in {@link #publishCategory}. */
    private void addShared(int categoryId, int bytesWord, long bytes) {
        if (categoryId == PROBE) {
            return;
        }
        int line = categoryId * WORDS_PER_CATEGORY;
        long[] w = shared;
        WORDS.getAndAdd(w, PUBLICATIONS, 1L);
        WORDS.getAndAdd(w, line + bytesWord, bytes);
        WORDS.getAndAdd(w, line + bytesWord + 1, 1L);
        if (bytesWord == ALLOCATED_BYTES) {
            WORDS.getAndAdd(w, line + PUBLISHED_BYTES, bytes);
            WORDS.getAndAdd(w, line + PUBLISHED_BLOCKS, 1L);
            owner.peaks.publish(categoryId, bytes, 1);
        } else {
            owner.peaks.publish(categoryId, -bytes, -1);
            WORDS.getAndAdd(w, line + PUBLISHED_BYTES, -bytes);
            WORDS.getAndAdd(w, line + PUBLISHED_BLOCKS, -1L);
        }
        WORDS.getAndAdd(w, PUBLICATIONS, ONE_ENDED);
    }

    private long[] grow(int categoryId) {
        FullHeap.check();
        int length = (categoryId + 1) * WORDS_PER_CATEGORY;
        long[] more;
        try {
            more = unused(Arrays.copyOf(own, Math.max(own.length * 2, length)), own.length);
        } catch (OutOfMemoryError e) {
            FullHeap.meet();
            throw e;
        }
        OWN.setRelease(this, more);
        return more;
    }

    /** To be read with {@link #read}; all that was counted by a thread that has ended. */
    long[] words() {
        return shared != null ? shared : (long[]) OWN.getAcquire(this);
    }

    /**
     * Lets others use the slot that an ended thread has kept. Does so once, however often and by how many it is called.
     */
    void giveBackSlot() {
        if (lastSlot != null && SLOT_GIVEN_BACK.compareAndSet(this, false, true)) {
            lastSlot.giveBack();
        }
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
        if (shared != null) {
            WORDS.getAndAdd(shared, word, 1L);
        } else {
            own[word]++;
        }
    }

    /**
     * Bytes of a category that the thread has freed. Like the two below, for anyone to read.
     *
     * @param categoryId of the category
     * @return bytes
     */
    public long freedBytes(int categoryId) {
        return readOrZero(categoryId * WORDS_PER_CATEGORY + FREED_BYTES);
    }

    /**
     * Blocks of a category that the thread has freed.
     *
     * @param categoryId of the category
     * @return blocks
     */
    public long freedBlocks(int categoryId) {
        return readOrZero(categoryId * WORDS_PER_CATEGORY + FREED_BLOCKS);
    }

    /**
     * Frees by the thread of addresses without a record.
     *
     * @return blocks
     */
    public long unknownFrees() {
        return readOrZero(UNKNOWN_FREES);
    }

    private long readOrZero(int word) {
        long[] w = words();
        return word < w.length ? read(w, word) : 0;
    }

    /**
     * Says what the next allocation of this thread is for.
     *
     * @param categoryId of the next block
     * @param yields whether what was said before, and not used, stands: it came from a caller further out, which knows
     *     better
     */
    public void label(int categoryId, boolean yields) {
        if (!yields) {
            overruled = label;
        }
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

    /**
     * The label that the last one that does not yield replaced. Stands until there is the next one.
     *
     * @return the category's id, or -1 if nothing had been said
     */
    public int overruled() {
        return overruled - 1;
    }
}
