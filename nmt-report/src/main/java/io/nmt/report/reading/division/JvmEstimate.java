package io.nmt.report.reading.division;

import io.nmt.report.reading.sources.JvmFigures;

/**
 * An estimate of HotSpot's own memory from malloc, where it is not counted: fitted to the figures of its tracking for a
 * hello world (10 to 15 MB) and for one with 200 MB of class metadata (75 MB).
 */
final class JvmEstimate {
    private static final long BASE_BYTES = 8L << 20;
    private static final double BYTES_PER_METASPACE_BYTE = 0.3;
    private static final double BYTES_PER_CODE_BYTE = 0.25;
    private static final long BYTES_PER_THREAD = 8L << 10;

    private JvmEstimate() {}

    static long mallocBytes(JvmFigures jvm, int threads) {
        long grown =
                Math.round(BYTES_PER_METASPACE_BYTE * jvm.metaspaceUsedBytes() + BYTES_PER_CODE_BYTE * jvm.codeBytes());
        return BASE_BYTES + grown + BYTES_PER_THREAD * threads;
    }
}
