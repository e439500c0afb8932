package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** A pool of a library now, and how its chunks are filled. */
@Name("nmt.PoolUsage")
@Label("Pool Usage")
@Description("Chunks of an allocator, of which it hands out parts, by the count of its library. -1 is unknown")
@Period("60 s")
final class PoolUsage extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the largest pool; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Allocator")
    @Description("Its class")
    String allocator;

    @Label("Memory Type")
    @Description("Category of the chunks; null if they are not counted")
    String type;

    @Label("Chunks")
    long chunks;

    @Label("In Chunks")
    @Description("Size of its chunks, which other events count, too")
    @DataAmount(DataAmount.BYTES)
    long chunkBytes;

    @Label("In Use")
    @Description("Part of the chunks in buffers that are not released")
    @DataAmount(DataAmount.BYTES)
    long inUse;

    @Label("Cached")
    @Description("Part of the chunks in caches of threads, and lost by rounding")
    @DataAmount(DataAmount.BYTES)
    long cached;

    @Label("Free")
    @Description("Part of the chunks in neither buffers nor caches")
    @DataAmount(DataAmount.BYTES)
    long free;

    @Label("Half Empty Chunks")
    @Description("Chunks with less than half in use")
    long halfEmptyChunks;

    @Label("Arenas")
    @Description("Arenas with chunks, among which it spreads threads")
    long arenas;

    @Label("Thread Caches")
    @Description("Threads with a cache")
    long threadCaches;
}
