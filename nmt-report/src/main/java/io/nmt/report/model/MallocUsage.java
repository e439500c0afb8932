package io.nmt.report.model;

import java.util.List;

/**
 * The C library's malloc by its own figures.
 *
 * @param inUseBytes of blocks that are allocated, with their headers; those in the threads' caches of free blocks are
 *     in it
 * @param freeBytes what it keeps for later allocations, whether it is in memory or not
 * @param mappedBytes of {@code inUseBytes}, blocks so large that each has a mapping of its own; -1 if not known
 * @param arenas what each arena has, the main one first; empty if not known
 */
public record MallocUsage(long inUseBytes, long freeBytes, long mappedBytes, List<Arena> arenas) {
    /**
     * One of the heaps among which glibc spreads threads.
     *
     * @param number 0 is the main one
     * @param systemBytes taken from the system
     * @param freeBytes of these, not allocated
     */
    public record Arena(int number, long systemBytes, long freeBytes) {}

    /** As it was made: copied. */
    public MallocUsage {
        arenas = List.copyOf(arenas);
    }
}
