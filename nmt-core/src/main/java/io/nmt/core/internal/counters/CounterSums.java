package io.nmt.core.internal.counters;

/** Sums over all threads, by category id. Id 0 stands for all categories together. */
public final class CounterSums {
    final long[] allocatedBytes;
    final long[] allocatedBlocks;
    final long[] freedBytes;
    final long[] freedBlocks;
    long unknownFrees;
    long untrackedBlocks;
    int threads;

    CounterSums(int ids) {
        allocatedBytes = new long[ids];
        allocatedBlocks = new long[ids];
        freedBytes = new long[ids];
        freedBlocks = new long[ids];
    }

    int ids() {
        return allocatedBytes.length;
    }

    void addAllocated(long[] words) {
        add(words, ThreadCounters.ALLOCATED_BYTES, allocatedBytes);
        add(words, ThreadCounters.ALLOCATED_BLOCKS, allocatedBlocks);
    }

    void addFreed(long[] words) {
        add(words, ThreadCounters.FREED_BYTES, freedBytes);
        add(words, ThreadCounters.FREED_BLOCKS, freedBlocks);
        if (words.length == 0) {
            return;
        }
        unknownFrees += ThreadCounters.read(words, ThreadCounters.UNKNOWN_FREES);
        untrackedBlocks += ThreadCounters.read(words, ThreadCounters.UNTRACKED_BLOCKS);
    }

    private int ids(long[] words) {
        return Math.min(allocatedBytes.length, words.length / ThreadCounters.WORDS_PER_CATEGORY);
    }

    private void add(long[] words, int word, long[] sums) {
        int ids = ids(words);
        for (int id = 1; id < ids; id++) {
            long value = ThreadCounters.read(words, id * ThreadCounters.WORDS_PER_CATEGORY + word);
            sums[id] += value;
            sums[0] += value;
        }
    }

    /**
     * True if a block of that category was ever counted.
     *
     * @param id of the category
     * @return whether it was
     */
    public boolean used(int id) {
        return id < allocatedBlocks.length && allocatedBlocks[id] != 0;
    }

    /**
     * Live bytes, never more than were live at the moment between the reading of what was allocated and of what was
     * freed.
     *
     * @param id of the category
     * @return bytes, not negative
     */
    public long liveBytes(int id) {
        return used(id) ? Math.max(0, allocatedBytes[id] - freedBytes[id]) : 0;
    }

    /**
     * Live blocks, under the same rule as {@link #liveBytes}.
     *
     * @param id of the category
     * @return blocks, not negative
     */
    public long liveBlocks(int id) {
        return used(id) ? Math.max(0, allocatedBlocks[id] - freedBlocks[id]) : 0;
    }

    /**
     * Bytes of a category that were ever allocated.
     *
     * @param id of the category
     * @return bytes, whether live or freed
     */
    public long allocatedBytes(int id) {
        return id < allocatedBytes.length ? allocatedBytes[id] : 0;
    }

    /**
     * Blocks of a category that were ever allocated.
     *
     * @param id of the category
     * @return blocks, whether live or freed
     */
    public long allocatedBlocks(int id) {
        return id < allocatedBlocks.length ? allocatedBlocks[id] : 0;
    }

    /**
     * Frees of addresses that no record existed of.
     *
     * @return how many
     */
    public long unknownFrees() {
        return unknownFrees;
    }

    /**
     * Blocks that could not be recorded.
     *
     * @return how many
     */
    public long untrackedBlocks() {
        return untrackedBlocks;
    }

    /**
     * Threads (carriers, for virtual threads) whose counters are kept one by one.
     *
     * @return how many
     */
    public int threads() {
        return threads;
    }
}
