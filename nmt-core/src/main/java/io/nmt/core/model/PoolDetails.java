package io.nmt.core.model;

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
 */
public record PoolDetails(
        Pool pool, long freeBytes, long cachedBytes, long halfEmptyChunks, long arenas, long threadCaches) {}
