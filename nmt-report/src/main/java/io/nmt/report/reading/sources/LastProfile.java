package io.nmt.report.reading.sources;

/**
 * The finding of the last profile of malloc, as far as it can explain memory of native libraries. Immutable.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param finding a sentence; empty if no library took more than chance explains
 */
public record LastProfile(long nanoTime, String finding) {}
