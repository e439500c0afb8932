package io.nmt.report.reading.division;

import io.nmt.report.reading.sources.JvmFigures;

/**
 * An estimate of HotSpot's own memory from malloc, where it is not counted: fitted to the figures of its tracking for a
 * hello world (10 to 15 MB), for one with 200 MB of class metadata (75 MB), and for 20,000 class loaders of a class
 * each (70 to 80 MB).
 */
final class JvmEstimate {
    private static final long BASE_BYTES = 8L << 20;
    private static final double BYTES_PER_METASPACE_BYTE = 0.3;
    private static final double BYTES_PER_CODE_BYTE = 0.25;
    private static final long BYTES_PER_THREAD = 8L << 10;

    /** Dictionaries, packages and modules of a loader. */
    private static final long BYTES_PER_LOADER = 3_000;

    /** The least metaspace of a loader with classes: others take none of these. */
    private static final long MIN_METASPACE_OF_LOADER = 6L << 10;

    private JvmEstimate() {}

    static long mallocBytes(JvmFigures jvm, int threads, long loaders) {
        long grown =
                Math.round(BYTES_PER_METASPACE_BYTE * jvm.metaspaceUsedBytes() + BYTES_PER_CODE_BYTE * jvm.codeBytes());
        long committed = jvm.metaspaceBytes() + jvm.classSpaceBytes();
        long withClasses = Math.min(loaders, committed / MIN_METASPACE_OF_LOADER);
        return BASE_BYTES + grown + BYTES_PER_THREAD * threads + BYTES_PER_LOADER * withClasses;
    }
}
