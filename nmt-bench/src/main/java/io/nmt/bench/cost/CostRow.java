package io.nmt.bench.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A row of the table: a benchmark with its parameters.
 *
 * @param title in the table
 * @param benchmark class of the benchmark
 * @param threads that run it at once
 * @param parameters of the benchmark
 */
record CostRow(String title, Class<?> benchmark, int threads, Map<String, String> parameters) {
    /** The rows with which a tracker that comes as an agent or an option of the JVM is measured. */
    static List<CostRow> ofTrackers() {
        List<CostRow> rows = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            String suffix = threads == 1 ? "" : ", " + threads + " threads";
            rows.add(unsafe("Unsafe pair, 64 B" + suffix, threads, Map.of("bytes", "64")));
            rows.add(unsafe("Unsafe pair, 1 KiB" + suffix, threads, Map.of("bytes", "1024")));
        }
        rows.add(unsafe(
                "Unsafe pair, 64 B, 1,000,000 other blocks live", 1, Map.of("bytes", "64", "liveBlocks", "1000000")));
        rows.add(new CostRow("ByteBuffer.allocateDirect, 1 KiB", DirectBufferBenchmark.class, 1, Map.of()));
        if (Runtime.version().feature() >= 22) {
            rows.add(new CostRow("Arena.allocate (confined), 1 KiB", ArenaBenchmark.class, 1, Map.of()));
        }
        return rows;
    }

    /** The rows of the tracked allocator. */
    static List<CostRow> ofAllocator() {
        Class<?> benchmark = TrackedAllocatorBenchmark.class;
        return List.of(
                new CostRow("64 B", benchmark, 1, Map.of("bytes", "64")),
                new CostRow("1 KiB", benchmark, 1, Map.of("bytes", "1024")));
    }

    private static CostRow unsafe(String title, int threads, Map<String, String> parameters) {
        return new CostRow(title, UnsafePairBenchmark.class, threads, parameters);
    }

    /** Whether this is one thread's Unsafe pair and nothing else. */
    boolean plainPair() {
        return benchmark == UnsafePairBenchmark.class && threads == 1 && parameters.size() == 1;
    }
}
