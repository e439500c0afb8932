package io.nmt.libraries;

/**
 * A library's pool that lives as long as its JVM, and keeps some chunks when no buffer uses them. How many bytes, it
 * tells.
 *
 * @param category its chunks are in
 * @param smallestChunkBytes that it takes
 * @param largestChunkBytes that it takes
 */
record Pool(String category, long smallestChunkBytes, long largestChunkBytes) {
    static final Pool NONE = new Pool("", 1, 1);

    /** A pool with chunks of one size. */
    Pool(String category, long chunkBytes) {
        this(category, chunkBytes, chunkBytes);
    }

    /** The fewest chunks that these bytes can be: of bytes given back, the most, as a negative number. */
    long leastChunks(long bytes) {
        return bytes < 0 ? -mostChunks(-bytes) : (bytes + largestChunkBytes - 1) / largestChunkBytes;
    }

    /** The most chunks that these bytes can be: of bytes given back, the fewest, as a negative number. */
    long mostChunks(long bytes) {
        return bytes < 0 ? -leastChunks(-bytes) : bytes / smallestChunkBytes;
    }
}
