package io.nmt.report.reading.sources;

/** The chunk of glibc's malloc for a block: a header of 8 bytes, sizes in steps of 16, 32 at the least. */
public final class GlibcChunk {
    private static final long HEADER_BYTES = 8;
    private static final long STEP_BYTES = 16;
    private static final long SMALLEST_BYTES = 32;
    private static final double ALIKE_BYTES = 0.05;

    private GlibcChunk() {}

    /**
     * The size of a block's chunk.
     *
     * @param requestedBytes from 0
     * @return bytes of its arena
     */
    public static long bytes(long requestedBytes) {
        return Math.max(SMALLEST_BYTES, (requestedBytes + HEADER_BYTES + STEP_BYTES - 1) & -STEP_BYTES);
    }

    /**
     * Bytes that it adds to a block.
     *
     * @param meanBytes of many blocks: if that is a whole number, all are taken to be so large, otherwise to be of all
     *     sizes
     * @return bytes in the mean
     */
    public static double meanRounding(double meanBytes) {
        if (meanBytes + HEADER_BYTES <= SMALLEST_BYTES) {
            return SMALLEST_BYTES - meanBytes;
        }
        long size = Math.round(meanBytes);
        boolean alike = Math.abs(meanBytes - size) < ALIKE_BYTES;
        return alike ? bytes(size) - meanBytes : HEADER_BYTES + (STEP_BYTES - 1) / 2.0;
    }
}
