package io.nmt.core.model;

/**
 * The sampling behind the figures of call sites.
 *
 * @param intervalBytes on average between two samples of a thread; 1 if every block is sampled, 0 if none is
 * @param lostSamples that could not be taken, for want of heap or stack: what these blocks, and buffers of pools, hold
 *     is in no site's figures
 * @param coverage which part of the process is tracked at all
 */
public record Sampling(long intervalBytes, long lostSamples, Coverage coverage) {}
