package io.nmt.bench.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks of this package without and with each tracker, a fork of each in turn, and prints medians over the
 * forks, what each tracker adds, and how far the forks differ.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.cost.CostComparison nmt-agent/target/nmt-agent.jar [FORKS]
 * </pre>
 */
public final class CostComparison {
    private static final int DEFAULT_FORKS = 7;
    private static final String NOTHING = "nothing";

    private final Map<String, List<String>> trackers = new LinkedHashMap<>();
    private final int forks;

    private CostComparison(String agentJar, int forks) {
        this.forks = forks;
        trackers.put(NOTHING, List.of());
        trackers.put("our agent", List.of("-javaagent:" + agentJar));
        trackers.put("agent peak=exact", List.of("-javaagent:" + agentJar + "=peak=exact"));
        trackers.put("HotSpot NMT", List.of("-XX:NativeMemoryTracking=summary"));
    }

    /** One line group of the table: a benchmark with its parameters. */
    private record Row(String title, Class<?> benchmark, String method, int threads, Map<String, String> parameters) {}

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar and, optionally, how many forks each figure is the median of
     * @throws RunnerException if a benchmark fails
     */
    public static void main(String[] args) throws RunnerException {
        int forks = args.length > 1 ? Integer.parseInt(args[1]) : DEFAULT_FORKS;
        new CostComparison(args[0], forks).run();
    }

    private List<Row> rows() {
        Class<UnsafePairBenchmark> unsafe = UnsafePairBenchmark.class;
        int cores = Runtime.getRuntime().availableProcessors();
        List<Row> rows = new ArrayList<>();
        for (String bytes : new String[] {"64", "1024"}) {
            rows.add(new Row("Unsafe pair, " + bytes + " B", unsafe, "pair", 1, Map.of("bytes", bytes)));
        }
        for (String bytes : new String[] {"64", "1024"}) {
            rows.add(new Row(
                    "Unsafe pair, " + bytes + " B, " + cores + " threads",
                    unsafe,
                    "pair",
                    cores,
                    Map.of("bytes", bytes)));
        }
        rows.add(new Row(
                "Unsafe pair, 64 B, 1,000,000 other blocks",
                unsafe,
                "pair",
                1,
                Map.of("bytes", "64", "liveBlocks", "1000000")));
        rows.add(new Row("ByteBuffer.allocateDirect, 1 KiB", DirectBufferBenchmark.class, "pair", 1, Map.of()));
        if (Runtime.version().feature() >= 22) {
            rows.add(new Row("Arena.allocate (confined), 1 KiB", ArenaBenchmark.class, "pair", 1, Map.of()));
        }
        return rows;
    }

    private void run() throws RunnerException {
        System.out.printf(
                "JDK %s, %d cores. Nanoseconds per operation: median of %d forks, each tracker in turn (least .. most).%n%n",
                System.getProperty("java.runtime.version"), Runtime.getRuntime().availableProcessors(), forks);
        for (Row row : rows()) {
            System.out.println(row.title());
            Map<String, double[]> scores = new LinkedHashMap<>();
            for (int fork = 0; fork < forks; fork++) {
                for (Map.Entry<String, List<String>> tracker : trackers.entrySet()) {
                    double[] ofTracker = scores.computeIfAbsent(tracker.getKey(), name -> new double[forks]);
                    ofTracker[fork] = score(row, tracker.getValue());
                }
            }
            print(scores);
        }
        compareAllocator();
    }

    /** The tracked allocator needs no agent: both sides run in plain JVMs. */
    private void compareAllocator() throws RunnerException {
        for (String bytes : new String[] {"64", "1024"}) {
            System.out.println("Tracked allocator, " + bytes + " B, no agent");
            Map<String, double[]> scores = new LinkedHashMap<>();
            scores.put("Unsafe, untracked", new double[forks]);
            scores.put("tracked allocator", new double[forks]);
            for (int fork = 0; fork < forks; fork++) {
                Map<String, String> parameters = Map.of("bytes", bytes);
                Class<?> benchmark = TrackedAllocatorBenchmark.class;
                scores.get("Unsafe, untracked")[fork] =
                        score(new Row("", benchmark, "unsafe", 1, parameters), List.of());
                scores.get("tracked allocator")[fork] =
                        score(new Row("", benchmark, "tracked", 1, parameters), List.of());
            }
            print(scores);
        }
    }

    private static double score(Row row, List<String> jvmOptions) throws RunnerException {
        List<String> all = new ArrayList<>(jvmOptions);
        if (Runtime.version().feature() >= 24) {
            all.add("--sun-misc-unsafe-memory-access=allow");
            all.add("--enable-native-access=ALL-UNNAMED");
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + row.benchmark().getName().replace(".", "\\.") + "\\." + row.method() + "$")
                .verbosity(VerboseMode.SILENT)
                .forks(1)
                .threads(row.threads())
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(500))
                .jvmArgs(all.toArray(new String[0]));
        row.parameters().forEach(options::param);
        RunResult result = new Runner(options.build()).runSingle();
        Result<?> primary = result.getPrimaryResult();
        return primary.getScore();
    }

    private static void print(Map<String, double[]> scores) {
        double baseline = 0;
        for (Map.Entry<String, double[]> tracker : scores.entrySet()) {
            double[] sorted = tracker.getValue().clone();
            Arrays.sort(sorted);
            double median = sorted[sorted.length / 2];
            if (baseline == 0) {
                baseline = median;
            }
            System.out.printf(
                    "  %-20s %8.1f  %+8.1f  %6.2fx   (%.1f .. %.1f)%n",
                    tracker.getKey(),
                    median,
                    median - baseline,
                    median / baseline,
                    sorted[0],
                    sorted[sorted.length - 1]);
        }
    }
}
