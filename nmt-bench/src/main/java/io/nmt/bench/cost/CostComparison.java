package io.nmt.bench.cost;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of an allocation without and with each tracker: the benchmarks of this package, a fork with each tracker in
 * turn. Prints tables in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.cost.CostComparison \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 *
 * <p>It measures the JDK that it runs on. Linux only; it takes a quarter of an hour, in which nothing else should run.
 */
public final class CostComparison {
    /** The allocator's sides differ in the method of the benchmark, not in the JVM. */
    private static final Variant UNTRACKED = new Variant("Unsafe, untracked");

    private static final Variant TRACKED = new Variant("tracked allocator");

    private CostComparison() {}

    /**
     * Runs all and prints the tables.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how many forks each figure is the median of
     * @throws IOException if a fork fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(CostComparison.class, args, 7, 2);
        try (CostVariants variants = new CostVariants(arguments)) {
            Fork fork = new Fork(arguments.quick(), variants.log());
            Map<CostRow, Runs> trackers = new LinkedHashMap<>();
            for (CostRow row : CostRow.ofTrackers()) {
                trackers.put(row, Runs.alternating(row.title(), arguments.runs(), variants.of(row), variant -> {
                    Map<String, Double> figures = fork.run(row, "pair", variant.jvmOptions());
                    variants.deleteProfile();
                    return figures;
                }));
            }
            Map<CostRow, Runs> allocator = new LinkedHashMap<>();
            for (CostRow row : CostRow.ofAllocator()) {
                allocator.put(
                        row,
                        Runs.alternating(
                                "Tracked allocator, " + row.title(),
                                arguments.runs(),
                                List.of(UNTRACKED, TRACKED),
                                variant -> fork.run(row, variant.equals(TRACKED) ? "tracked" : "unsafe", List.of())));
            }

            List<Variant> all = variants.of(CostRow.ofTrackers().get(0));
            arguments.printHeader(
                    System.out,
                    all,
                    "JMH, median of " + arguments.runs() + " forks of each, alternating; a fork: " + fork.describe());
            CostTables tables = new CostTables(System.out);
            tables.printCosts(trackers, all);
            tables.printGoals(trackers, variants);
            tables.printTwoThreads(trackers, variants);
            tables.printSampling(trackers, variants);
            tables.printAllocator(allocator, UNTRACKED, TRACKED);
            tables.printHeap(trackers, allocator, variants, TRACKED);
        }
    }
}
