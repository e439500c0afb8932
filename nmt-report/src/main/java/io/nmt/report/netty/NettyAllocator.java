package io.nmt.report.netty;

/**
 * Allocations and frees outside the heap by allocators of one class while a recording ran.
 *
 * @param className of the allocators
 * @param allocated buffers, also those that got other memory: each with what it may grow to without being moved
 * @param freed buffers
 * @param moved buffers that got other memory, with what they had before
 * @param allocatedChunks of which buffers are parts
 * @param freedChunks likewise
 * @param chunksWithoutAddress of the allocated chunks: their events do not tell it, so that it is not known which of
 *     them were freed
 */
public record NettyAllocator(
        String className,
        Tally allocated,
        Tally freed,
        Tally moved,
        Tally allocatedChunks,
        Tally freedChunks,
        long chunksWithoutAddress) {
    /**
     * By how much more is in use at the end than when the recording began: what is in use, if that was before the
     * first buffer.
     *
     * @return bytes; negative if more was freed than allocated
     */
    public long changeBytes() {
        return allocated.bytes() - freed.bytes() - moved.bytes();
    }

    /**
     * By how much the chunks have grown likewise.
     *
     * @return bytes
     */
    public long chunkChangeBytes() {
        return allocatedChunks.bytes() - freedChunks.bytes();
    }
}
