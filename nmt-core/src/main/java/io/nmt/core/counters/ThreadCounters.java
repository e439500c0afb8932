package io.nmt.core.counters;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one thread allocated and freed, per category. Written by its own thread only, without an atomic operation; read by
 * anyone.
 */
public final class ThreadCounters {
    /*
     * One cache line of eight words per category:
     *
     *     allocated bytes | allocated blocks | freed bytes | freed blocks | unpublished bytes | published blocks | - | -
     *
     * The four sums only ever grow, and are what a snapshot adds up over all threads: a block that one thread allocates
     * and another frees is in the sums of both. Line 0 belongs to no category: its "unpublished bytes" are those of all
     * categories together, and it counts what could not be tracked.
     *
     * Peaks need a total that is current at every allocation. That is Peaks, which all threads share, and a thread tells
     * it of its net change only when that exceeds a limit (Peaks.publishLimitBytes): atomics on shared words were most of
     * the cost of counting.
     *
     * Access is opaque: a single writer needs no more for its own words, and readers need only that each word is whole and
     * in the end visible. Counters.sum says what order readers rely on.
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

    /** In line 0. */
    static final int UNKNOWN_FREES = 6;

    /** In line 0. */
    static final int UNTRACKED_BLOCKS = 7;

    private static final int CATEGORIES_AT_FIRST = 16;
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Counters owner;
    final CounterEntry entry;

    // Whether several threads write here, so that additions have to be atomic.
    private final boolean shared;

    // The same array as the entry's; plain, as it is its own thread's.
    private long[] words;

    // What the next allocation through Unsafe is for: a category's id + 1, or 0. See UnsafeHooks.
    private int label;

    ThreadCounters(Counters owner, boolean shared) {
        this.owner = owner;
        this.shared = shared;
        // Shared counters cannot grow: two threads might do it at once.
        this.words = new long[(shared ? 256 : CATEGORIES_AT_FIRST) * WORDS_PER_CATEGORY];
        this.entry = new CounterEntry(this, words);
    }

    /**
     * Counts an allocated block.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void allocated(int categoryId, long bytes) {
        add(categoryId, ALLOCATED_BYTES, bytes);
    }

    /**
     * Counts a freed block.
     *
     * @param categoryId of the block
     * @param bytes of the block
     */
    public void freed(int categoryId, long bytes) {
        add(categoryId, FREED_BYTES, bytes);
    }

    private void add(int categoryId, int bytesWord, long bytes) {
        if (categoryId == PROBE) {
            return;
        }
        int line = categoryId * WORDS_PER_CATEGORY;
        long[] w = words;
        if (line >= w.length) {
            w = grow(line);
        }
        if (shared) {
            addShared(w, categoryId, bytesWord, bytes);
            return;
        }
        long change = bytesWord == ALLOCATED_BYTES ? bytes : -bytes;
        WORDS.setOpaque(w, line + bytesWord, w[line + bytesWord] + bytes);
        long blocks = w[line + bytesWord + 1] + 1;
        WORDS.setOpaque(w, line + bytesWord + 1, blocks);
        long ofCategory = w[line + UNPUBLISHED_BYTES] + change;
        long ofAll = w[UNPUBLISHED_BYTES] + change;
        WORDS.setOpaque(w, line + UNPUBLISHED_BYTES, ofCategory);
        WORDS.setOpaque(w, UNPUBLISHED_BYTES, ofAll);
        long limit = owner.peaks.publishLimitBytes;
        // The first block is published whatever its size: a category that was used has a peak.
        if (Math.abs(ofCategory) > limit || Math.abs(ofAll) > limit || blocks == 1) {
            publish(w, categoryId);
        }
    }

    private void publish(long[] w, int categoryId) {
        publishCategory(w, categoryId);
        if (Math.abs(w[UNPUBLISHED_BYTES]) > owner.peaks.publishLimitBytes) {
            for (int id = 1; id < w.length / WORDS_PER_CATEGORY; id++) {
                publishCategory(w, id);
            }
        }
        owner.publishedBy(categoryId);
    }

    private void publishCategory(long[] w, int categoryId) {
        int line = categoryId * WORDS_PER_CATEGORY;
        long bytes = w[line + UNPUBLISHED_BYTES];
        long liveBlocks = w[line + ALLOCATED_BLOCKS] - w[line + FREED_BLOCKS];
        long blocks = liveBlocks - w[line + PUBLISHED_BLOCKS];
        if (bytes == 0 && blocks == 0) {
            return;
        }
        WORDS.setOpaque(w, line + UNPUBLISHED_BYTES, 0L);
        w[line + PUBLISHED_BLOCKS] = liveBlocks;
        WORDS.setOpaque(w, UNPUBLISHED_BYTES, w[UNPUBLISHED_BYTES] - bytes);
        owner.peaks.publish(categoryId, bytes, blocks);
    }

    static long read(long[] words, int word) {
        return (long) WORDS.getOpaque(words, word);
    }

    private void addShared(long[] w, int categoryId, int bytesWord, long bytes) {
        int line = categoryId * WORDS_PER_CATEGORY;
        WORDS.getAndAdd(w, line + bytesWord, bytes);
        WORDS.getAndAdd(w, line + bytesWord + 1, 1L);
        boolean allocated = bytesWord == ALLOCATED_BYTES;
        owner.peaks.publish(categoryId, allocated ? bytes : -bytes, allocated ? 1 : -1);
        owner.publishedBy(categoryId);
    }

    private long[] grow(int line) {
        long[] more = Arrays.copyOf(words, Math.max(words.length * 2, line + WORDS_PER_CATEGORY));
        entry.publish(more);
        words = more;
        return more;
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
        if (shared) {
            WORDS.getAndAdd(words, word, 1L);
        } else {
            WORDS.setOpaque(words, word, words[word] + 1);
        }
    }

    /**
     * Says what the next allocation of this thread is for. What was said before and not used is kept: it came from a
     * caller further out, who knows better.
     *
     * @param categoryId of the next block
     */
    public void label(int categoryId) {
        if (label == 0) {
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
