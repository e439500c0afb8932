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

/**
 * The effect of a walk over 10 million live blocks, or of snapshots, on a thread that allocates meanwhile. Prints a
 * table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.latency.WalkBenchmark \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 *
 * <p>It takes two cores. A walk reads 200 MB and more, and thus takes memory bandwidth and cache from the other core:
 * how much that costs by itself is shown by a control that reads a plain array.
 */
public final class WalkBenchmark {
    private static final int LIVE_BLOCKS = 10_000_000;
    private static final double GOAL = 1.1;

    private WalkBenchmark() {}

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and in how many JVMs it is measured
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(WalkBenchmark.class, args, 3, 1);
        int rounds = arguments.quick() ? 3 : 5;
        int millis = arguments.quick() ? 1000 : 2000;
        // So large that the collector does not begin to mark, which would take a core.
        Variant agent = new Variant("agent", "-Xms3g", "-Xmx3g", arguments.agent(""));
        Runs runs = Runs.alternating("Walk", arguments.runs(), List.of(agent), variant -> {
            List<String> options = new ArrayList<>(variant.jvmOptions());
            options.addAll(ChildJvm.quietOptions());
            return ChildJvm.run(
                    options,
                    WalkProgram.class,
                    Integer.toString(LIVE_BLOCKS),
                    Integer.toString(rounds),
                    Integer.toString(millis));
        });
        arguments.printHeader(
                System.out,
                runs.variants(),
                String.format(
                        "%,d live blocks; one thread times each pair of allocation and free of 64 B; phases of %d ms,"
                                + " alternating, median of %d rounds, and of that the median of %d JVMs",
                        LIVE_BLOCKS, millis, rounds, arguments.runs()));
        MarkdownTable table = new MarkdownTable(
                "what another thread does meanwhile",
                "p50, ns",
                "p99, ns",
                "p99.9, ns",
                "p99.9 / p99.9 of nothing",
                "once takes, ms",
                "goal: at most " + GOAL + "x");
        for (Background background : Background.values()) {
            double ratio = runs.median(agent, background + WalkProgram.RATIO);
            table.row(
                    background.label,
                    String.format("%,.0f", runs.median(agent, background + WalkProgram.P50)),
                    String.format("%,.0f", runs.median(agent, background + WalkProgram.P99)),
                    String.format("%,.0f", runs.median(agent, background + WalkProgram.P99_9)),
                    String.format("%.2fx", ratio),
                    background == Background.IDLE
                            ? ""
                            : String.format("%.3f", runs.median(agent, background + WalkProgram.MILLIS_EACH)),
                    background.tracking() ? GoalVerdict.of(ratio <= GOAL) : "");
        }
        table.print(System.out);
    }
}
