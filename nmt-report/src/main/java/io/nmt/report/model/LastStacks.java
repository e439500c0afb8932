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
    private static volatile LastStacks last;

    /**
     * The last reading.
     *
     * @return null if resident memory was not read in this process
     */
    public static LastStacks read() {
        return last;
    }

    /**
     * Keeps it for the readings that follow.
     *
     * @param found just read
     */
    public static void keep(LastStacks found) {
        last = found;
    }

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
