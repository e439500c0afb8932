package io.nmt.core.model;

/**
 * The chunks of one library's allocator, which hands out parts of them. A pool with chunks in several categories is
 * listed once for each.
 *
 * @param allocator its class: {@code io.netty.buffer.PooledByteBufAllocator}, or what that is called where it was
 *     relocated
 * @param category that counts the chunks, or null if none does: they are older than the agent, or it leaves that
 *     category out
 * @param chunks how many there are, or {@link #UNKNOWN}
 * @param chunkBytes their size, as the library counts it
 * @param inUseBytes of these, what buffers hold that the application has not released, rounded up as the library does;
 *     or {@link #UNKNOWN}
 */
public record Pool(String allocator, String category, long chunks, long chunkBytes, long inUseBytes) {
    /** In place of a figure that the library does not tell. */
    public static final long UNKNOWN = -1;
}
