package io.nmt.report.reading.sources;

/**
 * What the last profile of malloc has found, as far as it can explain what native libraries hold. Immutable.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param finding a sentence; empty if no library took more than chance explains
 */
public record LastProfile(long nanoTime, String finding) {}
