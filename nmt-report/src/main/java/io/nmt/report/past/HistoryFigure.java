package io.nmt.report.past;

/** What a point of the history has one figure of, beside categories and call sites. */
public enum HistoryFigure {
    /** Resident memory of the process. */
    RSS(0, "RSS"),
    /** Of it, memory that no file is behind. */
    ANONYMOUS(1, "Anonymous"),
    /** Of it, pages of files, and shared memory. */
    FILES(2, "Files"),
    /** Memory that was swapped out. */
    SWAP(3, "Swap"),
    /** What the cgroup counts, without pages of files that were not used lately. */
    CGROUP(4, "Cgroup"),
    /** What the cgroup may have. */
    LIMIT(5, "Limit"),
    /** Used of the Java heap, garbage included. */
    HEAP_USED(6, "Heap used"),
    /** What the Java heap has of the system. */
    HEAP(7, "Heap committed"),
    /** Threads of the process, a count. */
    THREADS(8, "Threads"),
    /** Collections of the whole heap since the process began, a count. */
    FULL_COLLECTIONS(9, "Full GCs"),
    /** What is tracked, in all categories. */
    TRACKED(10, "Tracked"),
    /** Blocks that are tracked, a count. */
    BLOCKS(11, "Blocks"),
    /** What buffers have of pools. */
    POOLED(12, "In pools"),
    /** Committed for class metadata, the class space among it, without that of our commands. */
    METASPACE(13, "Metaspace"),
    /** By how much RSS grew while commands of ours were answered, all in all: the judge takes it from RSS. */
    OWN(14, "Our commands");

    private final int index;
    private final String title;

    HistoryFigure(int index, String title) {
        this.index = index;
        this.title = title;
    }

    /** Where points have it. */
    int index() {
        return index;
    }

    /**
     * Its name for people.
     *
     * @return a word or two
     */
    public String title() {
        return title;
    }

    /**
     * Whether it is bytes.
     *
     * @return false if it is a count
     */
    public boolean isBytes() {
        return this != THREADS && this != FULL_COLLECTIONS && this != BLOCKS;
    }
}
