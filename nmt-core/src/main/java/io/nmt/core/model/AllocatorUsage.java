package io.nmt.core.model;

/**
 * An allocator of a library that has named it, in a tree of such ones: what it has given out, as the library says. The
 * memory is counted elsewhere, too: as blocks, or as a pool's.
 *
 * @param library that it is of: {@code Arrow}
 * @param name that the application has given it
 * @param depth in its tree: 0 for a root; its children follow it
 * @param bytes that it and its children have given out and not got back
 * @param peakBytes the most that it ever had
 * @param limitBytes the most that it may have; {@link Long#MAX_VALUE} if there is no limit
 */
public record AllocatorUsage(String library, String name, int depth, long bytes, long peakBytes, long limitBytes) {}
