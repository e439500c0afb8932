package io.nmt.core.model;

import java.util.List;

/**
 * A pool, and how its chunks are filled.
 *
 * @param pool itself
 * @param freeBytes of its chunks, what neither buffers nor threads' caches have; or {@link Pool#UNKNOWN}
 * @param cachedBytes of its chunks, what threads keep for their next buffers, and what is lost by rounding; or {@link
 *     Pool#UNKNOWN}
 * @param halfEmptyChunks of which the application uses less than half; or {@link Pool#UNKNOWN}
 * @param arenas among which it spreads threads, as far as these have chunks; or {@link Pool#UNKNOWN}
 * @param threadCaches how many threads have caches; or {@link Pool#UNKNOWN}
 * @param sizeClasses of its buffers, the one that holds most bytes first; empty if none is known
 */
public record PoolDetails(
        Pool pool,
        long freeBytes,
        long cachedBytes,
        long halfEmptyChunks,
        long arenas,
        long threadCaches,
        List<SizeClass> sizeClasses) {
    /** As it was read: copied. */
    public PoolDetails {
        sizeClasses = List.copyOf(sizeClasses);
    }

    /**
     * Details without size classes.
     *
     * @param pool as above
     * @param freeBytes as above
     * @param cachedBytes as above
     * @param halfEmptyChunks as above
     * @param arenas as above
     * @param threadCaches as above
     */
    public PoolDetails(
            Pool pool, long freeBytes, long cachedBytes, long halfEmptyChunks, long arenas, long threadCaches) {
        this(pool, freeBytes, cachedBytes, halfEmptyChunks, arenas, threadCaches, List.of());
    }
}
