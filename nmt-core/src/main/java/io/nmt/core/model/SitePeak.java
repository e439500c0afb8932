package io.nmt.core.model;

/**
 * The most that a call site held at once in a window of time, beyond what it held at the start: an estimate from
 * samples, exact if every block is sampled. Sites need not have had their peaks at the same time.
 *
 * @param site where it was allocated
 * @param bytes the most, more than 0
 */
public record SitePeak(Site site, long bytes) {}
