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
 * @param goalNanos the most that our agent may add; NaN if that is not what the goal is
 */
record CostRow(String title, Class<?> benchmark, int threads, Map<String, String> parameters, double goalNanos) {
    /** With how much more time an operation may take for each of two threads than for one. */
    static final double TWO_THREADS_GOAL = 1.2;

    /** The rows with which a tracker that comes as an agent or an option of the JVM is measured. */
    static List<CostRow> ofTrackers() {
        List<CostRow> rows = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            String suffix = threads == 1 ? "" : ", " + threads + " threads";
            double goalNanos = threads == 1 ? 15 : Double.NaN;
            rows.add(unsafe("Unsafe pair, 64 B" + suffix, threads, Map.of("bytes", "64"), goalNanos));
            rows.add(unsafe("Unsafe pair, 1 KiB" + suffix, threads, Map.of("bytes", "1024"), goalNanos));
        }
        rows.add(unsafe(
                "Unsafe pair, 64 B, 1,000,000 other blocks live",
                1,
                Map.of("bytes", "64", "liveBlocks", "1000000"),
                40));
        rows.add(new CostRow(
                "Unsafe, 1 KiB, 1,000 allocated, then freed; per pair",
                UnsafeBatchBenchmark.class,
                1,
                Map.of("bytes", "1024"),
                Double.NaN));
        rows.add(new CostRow("ByteBuffer.allocateDirect, 1 KiB", DirectBufferBenchmark.class, 1, Map.of(), 20));
        if (Runtime.version().feature() >= 22) {
            rows.add(new CostRow("Arena.allocate (confined), 1 KiB", ArenaBenchmark.class, 1, Map.of(), 20));
            rows.add(linker("Linker malloc + free, 64 B", "plain"));
            rows.add(linker("Linker malloc + free, critical, 64 B", "critical"));
        }
        return rows;
    }

    /** The rows of the tracked allocator. */
    static List<CostRow> ofAllocator() {
        Class<?> benchmark = TrackedAllocatorBenchmark.class;
        return List.of(
                new CostRow("64 B", benchmark, 1, Map.of("bytes", "64"), Double.NaN),
                new CostRow("1 KiB", benchmark, 1, Map.of("bytes", "1024"), Double.NaN));
    }

    private static CostRow unsafe(String title, int threads, Map<String, String> parameters, double goalNanos) {
        return new CostRow(title, UnsafePairBenchmark.class, threads, parameters, goalNanos);
    }

    /** The goal is 20 ns a call. */
    private static CostRow linker(String title, String linked) {
        return new CostRow(title, LinkerMallocBenchmark.class, 1, Map.of("linked", linked), 40);
    }

    /** The same with one thread, if this is with two. */
    boolean isOneThreadOf(CostRow twoThreads) {
        return threads == 1
                && twoThreads.threads == 2
                && benchmark == twoThreads.benchmark
                && parameters.equals(twoThreads.parameters);
    }

    /** True if this is one thread's Unsafe pair and nothing else. */
    boolean plainPair() {
        return benchmark == UnsafePairBenchmark.class && threads == 1 && parameters.size() == 1;
    }
}
