package io.nmt.report.reading.sources;

/**
 * The last {@code malloc_trim} in this process. Immutable.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param givenBackBytes by which RSS fell
 * @param freeBytes that malloc kept free in memory after it
 */
public record LastTrim(long nanoTime, long givenBackBytes, long freeBytes) {}
