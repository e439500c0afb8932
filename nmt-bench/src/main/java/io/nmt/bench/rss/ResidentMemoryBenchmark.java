package io.nmt.bench.rss;

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
 * The time of a reading of resident memory in a large process, and its effect on a thread that allocates meanwhile.
 * Prints a table in Markdown. Linux only.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.rss.ResidentMemoryBenchmark \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class ResidentMemoryBenchmark {
    private static final double GOAL_SECONDS = 2;
    private static final double GOAL_RATIO = 1.1;

    private ResidentMemoryBenchmark() {}

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and in how many JVMs it is measured
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(ResidentMemoryBenchmark.class, args, 3, 1);
        int rounds = arguments.quick() ? 3 : 5;
        int millis = arguments.quick() ? 1000 : 3000;
        Variant agent = new Variant("agent", "-Xmx1g", arguments.agent(""));
        Variant tracking =
                new Variant("agent + HotSpot NMT", "-Xmx1g", "-XX:NativeMemoryTracking=summary", arguments.agent(""));
        Runs runs = Runs.alternating("Rss", arguments.runs(), List.of(agent, tracking), variant -> {
            List<String> options = new ArrayList<>(variant.jvmOptions());
            options.addAll(ChildJvm.quietOptions());
            return ChildJvm.run(options, LargeProgram.class, Integer.toString(rounds), Integer.toString(millis));
        });
        arguments.printHeader(
                System.out,
                runs.variants(),
                String.format(
                        "%d mappings of a file, %d GB together, 16 pages of each in memory; %d threads that wait;"
                                + " 1,000,000 live blocks; one thread times its allocations; phases of %d ms"
                                + " with readings one"
                                + " after the other and without, alternating, medians of %d rounds and of %d JVMs",
                        LargeProgram.MAPPINGS,
                        LargeProgram.GIBIBYTES,
                        LargeProgram.THREADS,
                        millis,
                        rounds,
                        arguments.runs()));
        MarkdownTable table = new MarkdownTable("", "measured", "with HotSpot NMT", "goal", "");
        row(table, runs, agent, tracking, "the first reading, ms", LargeProgram.FIRST, GOAL_SECONDS * 1000);
        row(table, runs, agent, tracking, "a reading, ms", LargeProgram.EACH, GOAL_SECONDS * 1000);
        row(table, runs, agent, tracking, "p99.9 of a pair of 64 B, without, ns", LargeProgram.SMALL_IDLE, 0);
        row(table, runs, agent, tracking, "... with readings, to without", LargeProgram.SMALL_RATIO, GOAL_RATIO);
        row(
                table,
                runs,
                agent,
                tracking,
                "p99.9 of a pair of 64 MiB, which malloc maps, without, ns",
                LargeProgram.LARGE_IDLE,
                0);
        row(table, runs, agent, tracking, "... with readings, to without", LargeProgram.LARGE_RATIO, 0);
        row(table, runs, agent, tracking, "the longest pair of 64 B, without, ms", LargeProgram.LONGEST_IDLE, 0);
        row(table, runs, agent, tracking, "... with readings, ms", LargeProgram.LONGEST, 0);
        table.print(System.out);
    }

    private static void row(
            MarkdownTable table, Runs runs, Variant agent, Variant tracking, String label, String figure, double goal) {
        double measured = runs.median(agent, figure);
        double withTracking = runs.median(tracking, figure);
        table.row(
                label,
                String.format("%,.2f", measured),
                String.format("%,.2f", withTracking),
                goal == 0 ? "" : String.format("at most %,.1f", goal),
                goal == 0 ? "" : GoalVerdict.of(measured <= goal && withTracking <= goal));
    }
}
