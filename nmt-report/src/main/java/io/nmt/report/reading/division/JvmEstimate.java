package io.nmt.report.reading.division;

import io.nmt.report.model.JvmReading;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;

/**
 * An estimate of HotSpot's own memory from malloc, where it is not counted: fitted to the figures of its tracking for
 * twenty programs on JDK 17, 21 and 25 ({@code io.nmt.bench.calibration}). Of compilers it has what they keep at rest,
 * not what they need while they compile. Of interned strings it has the table, which was measured apart.
 */
public final class JvmEstimate {
    private static final long MB = 1L << 20;

    /** A hello world, with 4 MB of its own symbols that the JVM keeps once it has answered VM.info. */
    private static final long BASE_BYTES = 10 * MB;

    /** Symbols, mostly: JDK 20 to 22 allocate each twice. */
    private static final double BYTES_PER_METASPACE_BYTE = 0.27;

    private static final double BYTES_PER_METASPACE_BYTE_OF_20 = 0.42;

    private static final double BYTES_PER_CODE_BYTE = 0.1;

    /** JDK 23 moved what is constant of compiled methods out of the code cache. */
    private static final int FIRST_WITH_CODE_IN_MALLOC = 23;

    private static final double BYTES_PER_CODE_BYTE_OF_23 = 0.48;
    private static final long BYTES_PER_THREAD = 5L << 10;

    /** Buffers of JFR. */
    private static final long RECORDER_BYTES = 15 * MB;

    /** Dictionaries, packages and modules of a loader. */
    private static final long BYTES_PER_LOADER = 3_000;

    /** The least metaspace of a loader with classes: others take none of these. */
    private static final long MIN_METASPACE_OF_LOADER = 6L << 10;

    private static final long G1_BYTES_PER_THREAD = 2200L << 10;
    private static final long PARALLEL_BYTES_PER_THREAD = 3300L << 10;

    /** Remembered sets. */
    private static final double G1_BYTES_PER_HEAP_BYTE = 0.007;

    private static final int FIRST_WITH_GENERATIONS_OF_Z = 23; // by default
    private static final double Z_BYTES_PER_HEAP_BYTE = 0.03;
    private static final double Z_BYTES_PER_HEAP_BYTE_OF_23 = 0.05;

    private JvmEstimate() {}

    /**
     * The estimate.
     *
     * @param jvm what its beans say
     * @param scale what it says of itself
     * @param threads of the process
     * @return bytes
     */
    public static long mallocBytes(JvmFigures jvm, JvmScale scale, int threads) {
        int feature = scale.feature();
        boolean isOf23 = feature >= FIRST_WITH_CODE_IN_MALLOC;
        double perMetaspaceByte = feature >= 20 && !isOf23 ? BYTES_PER_METASPACE_BYTE_OF_20 : BYTES_PER_METASPACE_BYTE;
        double perCodeByte = isOf23 ? BYTES_PER_CODE_BYTE_OF_23 : BYTES_PER_CODE_BYTE;
        long grown = Math.round(perMetaspaceByte * jvm.metaspaceUsedBytes() + perCodeByte * jvm.codeBytes());
        long committed = jvm.metaspaceBytes() + jvm.classSpaceBytes();
        long withClasses = Math.min(scale.loaders(), committed / MIN_METASPACE_OF_LOADER);
        return BASE_BYTES
                + grown
                + bytesOfThreads(threads)
                + BYTES_PER_LOADER * withClasses
                + JvmReading.Entries.BYTES_PER_STRING * scale.strings()
                + collectorBytes(jvm, scale)
                + (scale.recorder() ? RECORDER_BYTES : 0);
    }

    /**
     * The part of threads.
     *
     * @param threads their number
     * @return bytes
     */
    public static long bytesOfThreads(long threads) {
        return BYTES_PER_THREAD * threads;
    }

    /**
     * The collector's part: queues of its threads, and what it remembers of the heap.
     *
     * @param jvm as above
     * @param scale as above
     * @return bytes
     */
    public static long collectorBytes(JvmFigures jvm, JvmScale scale) {
        return collectorBytes(jvm.heapUsedBytes() > 0 ? jvm.heapUsedBytes() : jvm.heapCommittedBytes(), scale);
    }

    /**
     * The same by the heap alone.
     *
     * @param used of the Java heap
     * @param scale as above
     * @return bytes
     */
    public static long collectorBytes(long used, JvmScale scale) {
        return switch (scale.collector()) {
            case G1 ->
                G1_BYTES_PER_THREAD * Math.max(1, scale.collectorThreads()) + Math.round(G1_BYTES_PER_HEAP_BYTE * used);
            case PARALLEL -> PARALLEL_BYTES_PER_THREAD * Math.max(1, scale.collectorThreads());
            case Z ->
                Math.round(used
                        * (scale.feature() >= FIRST_WITH_GENERATIONS_OF_Z
                                ? Z_BYTES_PER_HEAP_BYTE_OF_23
                                : Z_BYTES_PER_HEAP_BYTE));
            case SERIAL, OTHER -> 0;
        };
    }
}
