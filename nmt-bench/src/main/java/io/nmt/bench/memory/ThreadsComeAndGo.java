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
 * Threads that come and go, with the agent and with the tracked allocator alone: are the figures right, and does the
 * tracker stay small? Prints a table in Markdown.
 *
 * <pre>
 * java -cp nmt-bench/target/nmt-bench.jar io.nmt.bench.memory.ThreadsComeAndGo \
 *         nmt-agent/target/nmt-agent.jar [--quick] [--runs N]
 * </pre>
 */
public final class ThreadsComeAndGo {
    private final Variant agent;
    private final Variant library = new Variant("library", "-Xmx1g");
    private final MarkdownTable table = new MarkdownTable(
            "after",
            "live, B",
            "live blocks",
            "held at the end of all threads, KiB",
            "peak, KiB",
            "threads' counters kept, before / after a collection",
            "tracker says it takes, KiB",
            "heap in use, KiB",
            "goal: 0 B, 0 blocks, peak right");
    private final int platformThreads;
    private final int virtualThreads;

    private ThreadsComeAndGo(Arguments arguments) {
        agent = new Variant("agent", "-Xmx1g", arguments.agent(""));
        platformThreads = arguments.quick() ? 20_000 : 100_000;
        virtualThreads = arguments.quick() ? 200_000 : 1_000_000;
    }

    /**
     * Runs all and prints the table.
     *
     * @param args the agent's jar, {@code --quick}, {@code --runs} and how often each variant is run
     * @throws IOException if a child fails
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(ThreadsComeAndGo.class, args, 3, 1);
        new ThreadsComeAndGo(arguments).run(arguments);
    }

    private void run(Arguments arguments) throws IOException, InterruptedException {
        Runs runs = Runs.alternating("Threads", arguments.runs(), List.of(agent, library), variant -> {
            List<String> options = new ArrayList<>(variant.jvmOptions());
            options.addAll(ChildJvm.quietOptions());
            return ChildJvm.run(
                    options,
                    ThreadsProgram.class,
                    variant.label(),
                    Integer.toString(platformThreads),
                    Integer.toString(virtualThreads));
        });
        arguments.printHeader(
                System.out,
                runs.variants(),
                "each thread allocates a block of 256 B; every other one frees it, the others' are freed by the"
                        + " main thread"
                        + " when all have ended; 50 platform or 500 virtual threads at a time; median of "
                        + arguments.runs()
                        + " JVMs of each, alternating; \"library\": the tracked allocator, no agent");
        for (Variant variant : runs.variants()) {
            row(runs, variant, ThreadsProgram.BEFORE, ThreadsProgram.BEFORE);
            row(runs, variant, ThreadsProgram.PLATFORM, String.format("%,d platform threads", platformThreads));
            if (Runtime.version().feature() >= 21) {
                row(runs, variant, ThreadsProgram.VIRTUAL, String.format("%,d virtual threads", virtualThreads));
            }
        }
        table.print(System.out);
    }

    private void row(Runs runs, Variant variant, String phase, String title) {
        boolean threads = !phase.equals(ThreadsProgram.BEFORE);
        double bytes = runs.median(variant, phase + ThreadsProgram.LEFT_BYTES);
        double blocks = runs.median(variant, phase + ThreadsProgram.LEFT_BLOCKS);
        table.row(
                variant.label() + ": " + title,
                String.format("%.0f", bytes),
                String.format("%.0f", blocks),
                threads ? kibibytes(runs, variant, phase + ThreadsProgram.HELD_BYTES) : "",
                threads ? kibibytes(runs, variant, phase + ThreadsProgram.PEAK_BYTES) : "",
                String.format(
                        "%.0f / %.0f",
                        runs.median(variant, phase + ThreadsProgram.COUNTERS_UNCOLLECTED),
                        runs.median(variant, phase + ThreadsProgram.COUNTERS)),
                kibibytes(runs, variant, phase + ThreadsProgram.OVERHEAD),
                kibibytes(runs, variant, phase + ThreadsProgram.HEAP),
                threads ? verdict(runs, variant, phase) : "");
    }

    /** In every run, not in the median. */
    private static String verdict(Runs runs, Variant variant, String phase) {
        boolean met = true;
        for (double left : runs.all(variant, phase + ThreadsProgram.LEFT_BYTES)) {
            met &= left == 0;
        }
        for (double left : runs.all(variant, phase + ThreadsProgram.LEFT_BLOCKS)) {
            met &= left == 0;
        }
        for (double right : runs.all(variant, phase + ThreadsProgram.PEAK_RIGHT)) {
            met &= right == 1;
        }
        return GoalVerdict.of(met);
    }

    private static String kibibytes(Runs runs, Variant variant, String figure) {
        return String.format("%,.0f", runs.median(variant, figure) / 1024);
    }
}
