package io.nmt.report.model;

/** A figure of the memory of a cgroup, as the kernel counts it. */
public enum CgroupFigure {
    /** The limit at which the kernel kills. */
    LIMIT("limitBytes"),
    /** All that the kernel charges. */
    USAGE("usageBytes"),
    /** Memory without a file: heap, malloc, stacks. */
    ANONYMOUS("anonymousBytes"),
    /** Page cache of files on disk, which the kernel drops, or writes and drops, before it kills. */
    FILE("pageCacheBytes"),
    /** Files of tmpfs and shared memory, mapped or not: their only copy. */
    SHARED("sharedMemoryBytes"),
    /** Memory of the kernel: slabs, page tables, stacks of threads. */
    KERNEL("kernelBytes"),
    /** The part of the kernel's memory in slabs. */
    SLAB("slabBytes"),
    /** The part of the slabs that the kernel drops under pressure: names and attributes of files. */
    SLAB_RECLAIMABLE("slabReclaimableBytes"),
    /** The part of the kernel's memory in page tables. */
    PAGE_TABLES("pageTableBytes"),
    /** Buffers of sockets. */
    SOCKETS("socketBytes"),
    /** Memory that was swapped out: it is not in the usage. */
    SWAP("swapBytes"),
    /** Memory that is compressed in place of being swapped out. */
    ZSWAP("zswapBytes"),
    /** The usage from which on the kernel slows processes down ({@code memory.high}). */
    HIGH("highBytes"),
    /** Crossings of that. */
    HIGHS("highEvents"),
    /** Processes of the cgroup that the kernel has killed for its memory. */
    OOM_KILLS("oomKills"),
    /** Share of the last ten seconds in which a thread waited for memory, in percent. */
    PRESSURE("pressurePercent"),
    /** Processes beside this one. */
    OTHERS("otherProcesses"),
    /** Their resident memory together; pages that they share count for each. */
    OTHERS_RSS("otherRssBytes");

    private final String key;

    CgroupFigure(String key) {
        this.key = key;
    }

    /**
     * Its name for programs.
     *
     * @return such as {@code usageBytes}
     */
    public String key() {
        return key;
    }
}
