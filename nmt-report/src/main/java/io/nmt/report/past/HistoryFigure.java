package io.nmt.report.past;

import io.nmt.report.render.Json;

/** A figure of which each point of the history has one, beside categories and call sites. */
public enum HistoryFigure {
    /** Resident memory of the process. */
    RSS(0, "RSS"),
    /** The part of it without a file. */
    ANONYMOUS(1, "Anonymous"),
    /** The part of it with files, and shared memory. */
    FILES(2, "Files"),
    /** Memory that was swapped out. */
    SWAP(3, "Swap"),
    /** The part of the cgroup's usage that counts toward a kill. */
    CGROUP(4, "Container"),
    /** The cgroup's limit. */
    LIMIT(5, "Limit"),
    /** Used of the Java heap, garbage included. */
    HEAP_USED(6, "Heap used"),
    /** Committed bytes of the Java heap. */
    HEAP(7, "Heap committed"),
    /** Threads of the process, a count. */
    THREADS(8, "Threads"),
    /** Collections of the whole heap since the process began, a count. */
    FULL_COLLECTIONS(9, "Full GCs"),
    /** Tracked memory of all categories. */
    TRACKED(10, "Tracked"),
    /** Blocks that are tracked, a count. */
    BLOCKS(11, "Blocks"),
    /** Buffers of pools. */
    POOLED(12, "In pools"),
    /** Committed for class metadata, the class space among it, without that of our commands. */
    METASPACE(13, "Metaspace with class space"),
    /** By how much RSS grew while commands of ours were answered, all in all: the judge takes it from RSS. */
    OWN(14, "Our commands"),
    /** Used of the code cache. */
    CODE(15, "Compiled code"),
    /** Interned strings in the Java heap, with their table in malloc's memory. */
    STRINGS(16, "Interned strings"),
    /** Interned strings, a count. */
    STRING_COUNT(17, "Strings"),
    /** Names in class files, with their table. */
    SYMBOLS(18, "Symbols"),
    /** The Java heap's part of RSS, where that is known: read where RSS has risen. */
    HEAP_RESIDENT(19, "Heap resident"),
    /** Methods that wait for a compiler, a count. */
    QUEUED(20, "Methods to be compiled"),
    /** Memory of compilers, as HotSpot's tracking counts it. */
    COMPILERS(21, "Compilers"),
    /** The most memory that compiling a method took, where the JVM counts that. */
    COMPILER_PEAK(22, "Compiler's peak"),
    /** Card tables, mark bits and remembered sets of the collector, with its malloc. */
    COLLECTOR(23, "Collector's memory");

    private final int index;
    private final String title;

    HistoryFigure(int index, String title) {
        this.index = index;
        this.title = title;
    }

    /** The index in points. */
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
     * Its name for programs.
     *
     * @return such as {@code heapUsedBytes}
     */
    public String key() {
        return isBytes() ? Json.key(this).concat("Bytes") : Json.key(this);
    }

    /**
     * True if it is bytes.
     *
     * @return false if it is a count
     */
    public boolean isBytes() {
        return switch (this) {
            case THREADS, FULL_COLLECTIONS, BLOCKS, STRING_COUNT, QUEUED -> false;
            default -> true;
        };
    }
}
