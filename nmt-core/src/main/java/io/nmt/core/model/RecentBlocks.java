package io.nmt.core.model;

/**
 * Live blocks that were allocated in a window of time, at one call site by threads of one name: estimates from samples,
 * exact if every block is sampled.
 *
 * @param site where they were allocated
 * @param threadName of the threads that did; {@code (no name)} for threads without one, as most virtual threads
 * @param bytes of the blocks
 * @param standardErrorBytes of {@code bytes}; 0 if exact
 * @param count of the blocks
 */
public record RecentBlocks(Site site, String threadName, long bytes, long standardErrorBytes, long count) {}
