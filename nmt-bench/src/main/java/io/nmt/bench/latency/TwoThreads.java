package io.nmt.bench.latency;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.GoalVerdict;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A pair of allocation and free by one thread, and by each of two that run at the same moment: what threads take from
 * each other, without what the machine's scheduler takes. Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.latency.TwoThreads \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class TwoThreads {
    private static final double GOAL = 1.05;
    private static final String ONE = "one";
    private static final String TWO = "two";

    private TwoThreads() {}

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and in how many JVMs it is measured
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(TwoThreads.class, args, 7, 3);
        String millis = arguments.quick() ? "1500" : "4000";
        List<Variant> variants = List.of(
                Variant.NOTHING,
                new Variant("agent", arguments.agent("")),
                new Variant("HotSpot NMT", "-XX:NativeMemoryTracking=summary"));
        Runs runs = Runs.alternating("Two threads", arguments.runs(), variants, variant -> {
            List<String> options = new ArrayList<>(variant.jvmOptions());
            options.addAll(ChildJvm.quietOptions());
            Map<String, Double> figures = new TreeMap<>();
            figures.put(
                    ONE, ChildJvm.run(options, PairedProgram.class, "1", millis).get(PairedProgram.NANOS));
            figures.put(
                    TWO, ChildJvm.run(options, PairedProgram.class, "2", millis).get(PairedProgram.NANOS));
            return figures;
        });
        arguments.printHeader(
                System.out,
                variants,
                "64 B, median of the windows of " + PairedProgram.PAIRS_OF_WINDOW
                        + " pairs in which both threads run, and of that the median of " + arguments.runs() + " JVMs");
        MarkdownTable table = new MarkdownTable("ns per pair", "one thread", "each of two", "ratio", "goal: 1.05x");
        for (Variant variant : variants) {
            double ratio = runs.median(variant, TWO) / runs.median(variant, ONE);
            table.row(
                    variant.label(),
                    String.format(Locale.ROOT, "%.1f", runs.median(variant, ONE)),
                    String.format(Locale.ROOT, "%.1f", runs.median(variant, TWO)),
                    String.format(Locale.ROOT, "%.2fx", ratio),
                    variant.label().equals("agent") ? GoalVerdict.of(ratio <= GOAL) : "");
        }
        table.print(System.out);
    }
}
