package io.nmt.report.netty;

import io.nmt.core.model.Scale;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Netty's own events in a recording ({@code io.netty.AllocateBuffer} and others, from 4.2.4 on), of memory outside the
 * heap. Immutable.
 *
 * <p>Chunks are followed from one event to the next by their address, where it is told. Buffers cannot be: the address
 * that is told of a pooled one is that of its last use, or none. So it is known how many were freed, and not which.
 *
 * @param begin time of the first of these events
 * @param end time of the last
 * @param lostBytes of events of any kind that JFR had to drop, so that some of these may be missing
 * @param cutOff whether a recording could not be read to its end
 * @param allocators the one that has allocated most first
 * @param sites that have allocated buffers, likewise
 * @param liveChunks by call site: those that were allocated in the recording and not freed, and have an address; the
 *     site with most bytes first
 */
public record NettyEvents(
        Instant begin,
        Instant end,
        long lostBytes,
        boolean cutOff,
        List<NettyAllocator> allocators,
        List<NettySite> sites,
        List<NettySite> liveChunks) {
    /** As it was read: copied. */
    public NettyEvents {
        allocators = List.copyOf(allocators);
        sites = List.copyOf(sites);
        liveChunks = List.copyOf(liveChunks);
    }

    /** Notes on the meaning of the figures, and on their gaps. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Buffers are parts of chunks: do not add these up. Buffers of unpooled allocators have no events.");
        notes.add("Moved: older memory of buffers that grew. Change: allocated less freed and moved. It is in use "
                + "if the recording began before the first buffer.");
        notes.add("UNKNOWN buffers not freed: a pooled buffer has no address of its own in these events. The agent "
                + "has them: 'pools', or nmt.PooledBufferSite in a recording.");
        long freed = 0;
        long freedChunks = 0;
        for (NettyAllocator allocator : allocators) {
            freed += allocator.freed().count();
            freedChunks += allocator.freedChunks().count();
            if (allocator.chunksWithoutAddress() > 0) {
                notes.add("UNKNOWN frees of " + Scale.group(allocator.chunksWithoutAddress()) + " chunks of "
                        + allocator.className() + ": their addresses are not recorded.");
            }
        }
        if (freed == 0) {
            notes.add("No io.netty.FreeBuffer is recorded: frees are unknown unless that event was enabled.");
        }
        if (freedChunks == 0) {
            notes.add("No io.netty.FreeChunk is recorded: freed chunks are included unless that event was enabled.");
        }
        if (lostBytes > 0) {
            notes.add("JFR has dropped " + Scale.group(lostBytes)
                    + " bytes of events: figures may be too low, and freed buffers may look live.");
        }
        if (cutOff) {
            notes.add("The recording could not be read to its end.");
        }
        return notes;
    }
}
