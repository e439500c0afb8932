package io.nmt.report.reading.sources;

/**
 * What {@code malloc_trim} has last done in this process. Immutable.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param givenBackBytes by which RSS fell
 * @param freeBytes that malloc kept free in memory after it
 */
public record LastTrim(long nanoTime, long givenBackBytes, long freeBytes) {
    private static volatile LastTrim last;

    /** Returns null if it was not run in this process. */
    public static LastTrim read() {
        return last;
    }

    /** Keeps it for the readings that follow. */
    public static void keep(LastTrim done) {
        last = done;
    }
}
