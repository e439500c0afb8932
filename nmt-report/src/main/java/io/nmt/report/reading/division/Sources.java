package io.nmt.report.reading.division;

import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.reading.sources.Allocator;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.HotSpotUsage;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.ThreadStacks;

/**
 * The sources of a reading of the process and its memory, before it is divided into lines.
 *
 * @param pieces the address space, by use
 * @param blocks the tracked blocks in it
 * @param stacks of the threads
 * @param snapshot of the tracker
 * @param jvm what its beans say
 * @param scale what its memory from malloc scales with
 * @param direct the JVM's own count of direct buffers
 * @param hotSpot what its tracking says; null if that is off
 * @param malloc what malloc says; null if it does not
 * @param allocator whose malloc it is
 * @param liveBeforeBytes of blocks from malloc, before malloc was asked
 * @param memoryRead whether the process's memory could be read, where malloc's marks tell its blocks from the JVM's
 *     mappings
 */
public record Sources(
        Pieces pieces,
        TrackedBlocks blocks,
        ThreadStacks stacks,
        Snapshot snapshot,
        JvmFigures jvm,
        JvmScale scale,
        DirectBuffers direct,
        HotSpotUsage hotSpot,
        MallocUsage malloc,
        Allocator allocator,
        long liveBeforeBytes,
        boolean memoryRead) {}
