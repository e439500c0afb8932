package io.nmt.bench.cost;

import io.nmt.bench.support.GoalVerdict;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.Variant;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.util.ListStatistics;

/** Prints what {@link CostComparison} measured. */
final class CostTables {
    /** From JDK 22 on: before, the allocator can only call what it is compared with. */
    private static final double ALLOCATOR_GOAL = 0.75;

    /** For 1 KiB. */
    private static final double SAMPLING_GOAL_NANOS = 10;

    private static final boolean ALLOCATOR_HAS_GOAL = Runtime.version().feature() >= 22;

    // An object takes 16 bytes. What JMH itself allocates in an iteration is thousandths of a byte per operation.
    private static final double NO_HEAP_BYTES = 0.01;

    private final PrintStream out;

    CostTables(PrintStream out) {
        this.out = out;
    }

    /** Nanoseconds of each row with each tracker. */
    void printCosts(Map<CostRow, Runs> rows, List<Variant> variants) {
        MarkdownTable table = table("ns per operation", variants);
        rows.forEach((row, runs) -> {
            List<String> cells = new ArrayList<>();
            cells.add(row.title());
            for (Variant variant : variants) {
                cells.add(runs.variants().contains(variant) ? cost(runs, variant, Variant.NOTHING) : "");
            }
            table.row(cells);
        });
        table.print(out);
        out.println(
                "In brackets: what is added, and the ratio to \"nothing\". ±: half the width of the 99.9 % confidence");
        out.println("interval of the mean over the forks, by JMH.");
        out.println();
    }

    /** Prints the cost of ours, against the goals and against HotSpot's. */
    void printGoals(Map<CostRow, Runs> rows, CostVariants variants) {
        MarkdownTable table = new MarkdownTable(
                "ns added",
                "agent",
                "goal: at most",
                "",
                "agent + recording",
                "HotSpot NMT",
                "agents at most HotSpot's");
        rows.forEach((row, runs) -> {
            double agent = added(runs, variants.agent);
            double recording = added(runs, variants.recording);
            double hotSpot = added(runs, variants.hotSpot);
            table.row(
                    row.title(),
                    String.format("%.1f", agent),
                    Double.isNaN(row.goalNanos()) ? "" : String.format("%.0f", row.goalNanos()),
                    Double.isNaN(row.goalNanos()) ? "" : GoalVerdict.of(agent <= row.goalNanos()),
                    String.format("%.1f", recording),
                    String.format("%.1f", hotSpot),
                    GoalVerdict.of(Math.max(agent, recording) <= hotSpot));
        });
        table.print(out);
    }

    /** Prints the time of a pair in two threads, to that in one. */
    void printTwoThreads(Map<CostRow, Runs> rows, CostVariants variants) {
        MarkdownTable table = new MarkdownTable(
                "two threads: ns per operation, to one thread's", "nothing", "agent", "HotSpot NMT", "goal: agent");
        rows.forEach((two, runs) -> rows.keySet().stream()
                .filter(one -> one.isOneThreadOf(two))
                .forEach(one -> {
                    double ratio = ratio(runs, rows.get(one), variants.agent);
                    table.row(
                            one.title(),
                            String.format("%.2fx", ratio(runs, rows.get(one), Variant.NOTHING)),
                            String.format("%.2fx", ratio),
                            String.format("%.2fx", ratio(runs, rows.get(one), variants.hotSpot)),
                            "at most " + CostRow.TWO_THREADS_GOAL + "x: "
                                    + GoalVerdict.of(ratio <= CostRow.TWO_THREADS_GOAL));
                }));
        table.print(out);
    }

    private static double ratio(Runs runs, Runs base, Variant variant) {
        return nanos(runs, variant) / nanos(base, variant);
    }

    /** The tracked allocator against untracked Unsafe. */
    void printAllocator(Map<CostRow, Runs> rows, Variant untracked, Variant tracked) {
        MarkdownTable table = new MarkdownTable(
                "ns per pair, no agent",
                untracked.label(),
                tracked.label(),
                "goal from JDK 22 on: at most " + ALLOCATOR_GOAL + "x");
        rows.forEach((row, runs) -> table.row(
                row.title(),
                cost(runs, untracked, untracked),
                cost(runs, tracked, untracked),
                ALLOCATOR_HAS_GOAL
                        ? GoalVerdict.of(nanos(runs, tracked) <= ALLOCATOR_GOAL * nanos(runs, untracked))
                        : ""));
        table.print(out);
    }

    /** Prints the cost of the stacks of samples, per allocation. */
    void printSampling(Map<CostRow, Runs> rows, CostVariants variants) {
        MarkdownTable table = new MarkdownTable(
                "ns per operation", variants.unsampled.label(), "agent (sample=512KB)", "added", "goal: at most");
        rows.forEach((row, runs) -> {
            if (row.plainPair()) {
                double added = nanos(runs, variants.agent) - nanos(runs, variants.unsampled);
                table.row(
                        row.title(),
                        String.format("%.1f", nanos(runs, variants.unsampled)),
                        String.format("%.1f", nanos(runs, variants.agent)),
                        String.format("%.1f", added),
                        String.format("%.0f: ", SAMPLING_GOAL_NANOS) + GoalVerdict.of(added <= SAMPLING_GOAL_NANOS));
            }
        });
        table.print(out);
    }

    /** Prints the heap per operation of both, which is to be 0. A sample does, one in 512 KiB. */
    void printHeap(Map<CostRow, Runs> trackers, Map<CostRow, Runs> allocator, CostVariants variants, Variant tracked) {
        MarkdownTable table = new MarkdownTable(
                "heap bytes per operation (`gc.alloc.rate.norm`)",
                "nothing",
                "agent sample=0",
                "agent",
                "goal without samples: 0 B");
        trackers.forEach((row, runs) -> {
            if (row.plainPair()) {
                table.row(
                        row.title(),
                        heap(runs, Variant.NOTHING),
                        heap(runs, variants.unsampled),
                        heap(runs, variants.agent),
                        GoalVerdict.of(heapBytes(runs, variants.unsampled) < NO_HEAP_BYTES));
            }
        });
        allocator.forEach((row, runs) -> table.row(
                "tracked allocator, no agent, " + row.title(),
                heap(runs, tracked),
                "",
                "",
                GoalVerdict.of(heapBytes(runs, tracked) < NO_HEAP_BYTES)));
        table.print(out);
    }

    private static MarkdownTable table(String head, List<Variant> variants) {
        List<String> heads = new ArrayList<>();
        heads.add(head);
        variants.forEach(variant -> heads.add(variant.label()));
        return new MarkdownTable(heads);
    }

    private static String cost(Runs runs, Variant variant, Variant base) {
        double nanos = nanos(runs, variant);
        double[] forks = runs.all(variant, Fork.NANOS);
        String error = forks.length < 3
                ? "" // of two forks, the interval is some hundred times as wide as they are apart
                : String.format(" ± %.1f", new ListStatistics(forks).getMeanErrorAt(0.999));
        return variant.equals(base)
                ? String.format("%.1f%s", nanos, error)
                : String.format(
                        "%.1f%s (%+.1f, %.2fx)", nanos, error, nanos - nanos(runs, base), nanos / nanos(runs, base));
    }

    private static double added(Runs runs, Variant variant) {
        return nanos(runs, variant) - nanos(runs, Variant.NOTHING);
    }

    private static double nanos(Runs runs, Variant variant) {
        return runs.median(variant, Fork.NANOS);
    }

    private static String heap(Runs runs, Variant variant) {
        return String.format("%.4f", heapBytes(runs, variant));
    }

    private static double heapBytes(Runs runs, Variant variant) {
        return runs.median(variant, Fork.HEAP_BYTES);
    }
}
