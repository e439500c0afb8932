package io.nmt.bench.latency;

import io.nmt.bench.support.Arguments;
import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.GoalVerdict;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The longest time of a single allocation or free while the number of live blocks grows to millions, and with it the
 * agent's table, level by level. Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.latency.SlowestOperation \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class SlowestOperation {
    private static final int OPERATIONS = 10_000_000;
    private static final double GOAL_NANOS = 1e6;
    private static final String[] HEAP = {"-Xms3g", "-Xmx3g", "-Xmn2g"}; // the collector has nothing to do
    private static final Variant CLOCK = new Variant("clock alone", HEAP);

    private final Arguments arguments;
    private final Variant nothing = new Variant(Variant.NOTHING.label(), HEAP);
    private final Variant agent;
    private final Variant hotSpot;
    private double lastNanos;

    private SlowestOperation(Arguments arguments) {
        this.arguments = arguments;
        List<String> options = new ArrayList<>(List.of(HEAP));
        options.add(arguments.agent(""));
        agent = new Variant("agent", options);
        List<String> hotSpotOptions = new ArrayList<>(List.of(HEAP));
        hotSpotOptions.add("-XX:NativeMemoryTracking=summary");
        hotSpot = new Variant("HotSpot NMT", hotSpotOptions);
    }

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how often each variant is run
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(SlowestOperation.class, args, 11, 3);
        new SlowestOperation(arguments).run();
    }

    private void run() throws IOException, InterruptedException {
        Runs runs = Runs.alternating(
                "Slowest operation", arguments.runs(), List.of(nothing, agent, hotSpot, CLOCK), this::start);
        arguments.printHeader(
                System.out,
                runs.variants(),
                String.format(
                        "%,d operations of 64 B, 7 allocations to 3 frees, each timed; median of %d JVMs of each,"
                                + " alternating; \"clock alone\" reads the clock for as long, and its max is"
                                + " the largest"
                                + " gap between two readings",
                        OPERATIONS, arguments.runs()));
        MarkdownTable table = new MarkdownTable("ns", "nothing", "agent", "HotSpot NMT", "clock alone", "goal");
        for (String figure :
                List.of(GrowingProgram.P50, GrowingProgram.P99, GrowingProgram.P99_9, GrowingProgram.P99_99)) {
            table.row(
                    figure.replace(" ns", ""),
                    median(runs, nothing, figure),
                    median(runs, agent, figure),
                    median(runs, hotSpot, figure),
                    "",
                    "");
        }
        double max = runs.median(agent, GrowingProgram.MAX);
        table.row(
                "max",
                median(runs, nothing, GrowingProgram.MAX),
                median(runs, agent, GrowingProgram.MAX),
                median(runs, hotSpot, GrowingProgram.MAX),
                median(runs, CLOCK, GrowingProgram.MAX),
                "< 1 ms: " + GoalVerdict.of(max < GOAL_NANOS));
        table.row(
                "max, least .. worst JVM",
                range(runs, nothing),
                range(runs, agent),
                range(runs, hotSpot),
                range(runs, CLOCK),
                "");
        for (String figure : List.of(
                GrowingProgram.ABOVE_GOAL,
                GrowingProgram.LARGEST_GAP,
                GrowingProgram.IN_COLLECTIONS,
                GrowingProgram.COLLECTIONS,
                GrowingProgram.LIVE_BLOCKS)) {
            table.row(
                    figure.replace(" ns", ""),
                    median(runs, nothing, figure),
                    median(runs, agent, figure),
                    median(runs, hotSpot, figure),
                    "",
                    "");
        }
        table.print(System.out);
        System.out.println(
                "Operations in a collection are in no other row. Largest gap: between the end of an operation and");
        System.out.println("the start of the next, where nothing is allocated.");
        System.out.println();
    }

    private Map<String, Double> start(Variant variant) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(variant.jvmOptions());
        options.addAll(ChildJvm.quietOptions());
        if (variant.equals(CLOCK)) {
            return ChildJvm.run(options, ClockProgram.class, Long.toString((long) lastNanos));
        }
        Map<String, Double> figures = ChildJvm.run(options, GrowingProgram.class, Integer.toString(OPERATIONS));
        lastNanos = figures.get(GrowingProgram.NANOS);
        return figures;
    }

    private static String median(Runs runs, Variant variant, String figure) {
        return String.format("%,.0f", runs.median(variant, figure));
    }

    private static String range(Runs runs, Variant variant) {
        double[] max = runs.all(variant, GrowingProgram.MAX);
        Arrays.sort(max);
        return String.format("%,.0f .. %,.0f", max[0], max[max.length - 1]);
    }
}
