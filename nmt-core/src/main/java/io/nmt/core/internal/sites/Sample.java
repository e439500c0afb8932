package io.nmt.core.internal.sites;

/**
 * What is known of a sampled block.
 *
 * @param site where it was allocated
 * @param threadName of the thread that did
 * @param ageNanos how long ago that was
 */
public record Sample(CallSite site, String threadName, long ageNanos) {}
