package io.nmt.bench.memory;

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
 * The memory of tracking, with few live blocks and with 10 million: by the tracker's own count, and by the growth of
 * heap and process. Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.memory.MemoryPerBlock \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class MemoryPerBlock {
    private static final int FEW = 10;
    private static final int MANY = 10_000_000;
    private static final double GOAL_FEW_KIBIBYTES = 1024;
    private static final double GOAL_BYTES_PER_BLOCK = 24;
    private static final String[] HEAP = {"-Xms1g", "-Xmx1g"};

    private final Variant nothing = new Variant(Variant.NOTHING.label(), HEAP);
    private final Variant agent;
    private final Variant hotSpot = new Variant("HotSpot NMT", HEAP[0], HEAP[1], "-XX:NativeMemoryTracking=summary");
    private final Arguments arguments;

    private MemoryPerBlock(Arguments arguments) {
        this.arguments = arguments;
        agent = new Variant("agent", HEAP[0], HEAP[1], arguments.agent(""));
    }

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how often each variant is run
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        new MemoryPerBlock(Arguments.parse(MemoryPerBlock.class, args, 7, 3)).run();
    }

    private void run() throws IOException, InterruptedException {
        Runs few = holding(FEW);
        Runs many = holding(MANY);
        arguments.printHeader(
                System.out,
                few.variants(),
                String.format(
                        "live blocks of 64 B through Unsafe; median of %d JVMs of each, alternating; heap: in use after"
                                + " System.gc(), RSS: before it, both less those of \"nothing\"",
                        arguments.runs()));
        MarkdownTable table = new MarkdownTable(
                "takes", "agent says", "agent: heap", "agent: RSS", "HotSpot NMT says", "HotSpot NMT: RSS", "goal");
        table.row(row(few, FEW + " live blocks, KiB", 1024, GOAL_FEW_KIBIBYTES));
        table.row(row(many, String.format("%,d live blocks, B per block", MANY), MANY, GOAL_BYTES_PER_BLOCK));
        table.print(System.out);
        System.out.println("The goal is for the larger of what the agent says and what the heap shows. RSS, before any"
                + " collection,");
        System.out.println("contains what the start of an agent leaves behind.");
        System.out.println();
    }

    private Runs holding(int blocks) throws IOException, InterruptedException {
        String title = String.format("%,d live blocks", blocks);
        return Runs.alternating(title, arguments.runs(), List.of(nothing, agent, hotSpot), variant -> {
            List<String> options = new ArrayList<>(variant.jvmOptions());
            options.addAll(ChildJvm.quietOptions());
            return ChildJvm.run(options, HoldingProgram.class, Integer.toString(blocks), variant.label());
        });
    }

    private List<String> row(Runs runs, String title, double unit, double goal) {
        double says = runs.median(agent, HoldingProgram.REPORTED) / unit;
        double heap = added(runs, agent, HoldingProgram.HEAP) / unit;
        return List.of(
                title,
                String.format("%.1f", says),
                String.format("%.1f", heap),
                String.format("%.1f", added(runs, agent, HoldingProgram.RSS) / unit),
                String.format("%.1f", runs.median(hotSpot, HoldingProgram.REPORTED) / unit),
                String.format("%.1f", added(runs, hotSpot, HoldingProgram.RSS) / unit),
                String.format("at most %.0f: %s", goal, GoalVerdict.of(Math.max(says, heap) <= goal)));
    }

    private double added(Runs runs, Variant variant, String figure) {
        return runs.median(variant, figure) - runs.median(nothing, figure);
    }
}
