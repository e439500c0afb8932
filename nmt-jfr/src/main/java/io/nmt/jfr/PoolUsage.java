package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/** A pool of a library now, and how its chunks are filled. */
@Name("nmt.PoolUsage")
@Label("Pool Usage")
@Description("What an allocator of a library keeps in chunks, of which it hands out parts, as the library says. What it"
        + " does not say is -1")
@Period("60 s")
final class PoolUsage extends MemoryEvent {
    @Label("Rank")
    @Description("1 is the pool with the largest chunks in sum; the events of one emission have the ranks from 1 on")
    int rank;

    @Label("Allocator")
    @Description("Its class")
    String allocator;

    @Label("Memory Type")
    @Description("What the chunks are counted as; null if they are not counted")
    String type;

    @Label("Chunks")
    long chunks;

    @Label("In Chunks")
    @Description("Size of its chunks, which other events count, too")
    @DataAmount(DataAmount.BYTES)
    long chunkBytes;

    @Label("In Use")
    @Description("Of the chunks, what buffers have that were not released")
    @DataAmount(DataAmount.BYTES)
    long inUse;

    @Label("Cached")
    @Description("Of the chunks, what threads keep for their next buffers, and what is lost by rounding")
    @DataAmount(DataAmount.BYTES)
    long cached;

    @Label("Free")
    @Description("Of the chunks, what neither buffers nor threads' caches have")
    @DataAmount(DataAmount.BYTES)
    long free;

    @Label("Half Empty Chunks")
    @Description("Chunks of which less than half is in use")
    long halfEmptyChunks;

    @Label("Arenas")
    @Description("Among which it spreads threads, as far as these have chunks")
    long arenas;

    @Label("Thread Caches")
    @Description("How many threads have caches")
    long threadCaches;
}
