package io.nmt.report.model;

/**
 * The stacks of all threads at the last reading of resident memory. Immutable.
 *
 * @param nanoTime of that reading, by {@link System#nanoTime}
 * @param threads of the process, those of the JVM included
 * @param residentBytes of their stacks
 * @param reservedBytes of their stacks
 */
public record LastStacks(long nanoTime, int threads, long residentBytes, long reservedBytes) {
    /**
     * The resident bytes of some of the threads: an estimate by the mean of all.
     *
     * @param count of them
     * @return bytes
     */
    public long residentBytes(long count) {
        return Math.round((double) residentBytes * count / Math.max(1, threads));
    }

    /**
     * The reserved bytes of some of the threads, likewise.
     *
     * @param count of them
     * @return bytes
     */
    public long reservedBytes(long count) {
        return Math.round((double) reservedBytes * count / Math.max(1, threads));
    }
}
