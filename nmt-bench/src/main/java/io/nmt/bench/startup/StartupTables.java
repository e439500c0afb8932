package io.nmt.bench.startup;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.GoalVerdict;
import io.nmt.bench.support.MarkdownTable;
import io.nmt.bench.support.Runs;
import io.nmt.bench.support.Variant;
import java.io.PrintStream;

/** Prints what {@link StartupBenchmark} measured. */
final class StartupTables {
    private static final double PREMAIN_GOAL_MILLIS = 60;
    private static final double RECORDING_GOAL_MILLIS = 30;
    private static final double BEYOND_EMPTY_GOAL_MILLIS = 30;
    private static final double BEYOND_EMPTY_GOAL_MEBIBYTES = 4;

    private final PrintStream out;
    private final Runs runs;
    private final StartupVariants variants;

    StartupTables(PrintStream out, Runs runs, StartupVariants variants) {
        this.out = out;
        this.runs = runs;
        this.variants = variants;
    }

    void print() {
        MarkdownTable table =
                new MarkdownTable("hello world", "premain, ms", "RSS, MiB", "added, MiB", "wall time, ms", "added, ms");
        for (Variant variant : runs.variants()) {
            Variant base = variants.base(variant);
            boolean compared = !variant.equals(base);
            table.row(
                    variant.label(),
                    variants.hasAgent(variant) ? String.format("%.1f", premainMillis(variant)) : "",
                    String.format("%.1f", rssMebibytes(variant)),
                    compared ? String.format("%+.1f", rssMebibytes(variant) - rssMebibytes(base)) : "",
                    String.format("%.1f ± %.1f", wallMillis(variant), wallSpread(variant)),
                    compared ? String.format("%+.1f", wallMillis(variant) - wallMillis(base)) : "");
        }
        table.print(out);
        out.println("Added: to \"nothing\"; what begins with \"JFR +\", to \"JFR\". ±: half the distance between"
                + " the quartiles.");
        out.println();
        printGoals();
    }

    private void printGoals() {
        double rss = rssMebibytes(variants.agent) - rssMebibytes(Variant.NOTHING);
        double withoutJfr = wallMillis(variants.agent) - wallMillis(Variant.NOTHING);
        double withJfr = wallMillis(variants.jfrAgent) - wallMillis(variants.jfr);
        MarkdownTable table = new MarkdownTable("agent", "measured", "goal: at most", "");
        goal(table, "premain, ms", premainMillis(variants.agent), PREMAIN_GOAL_MILLIS);
        goal(table, "RSS added at start, MiB", rss, rssGoalMebibytes());
        goal(
                table,
                "wall time beyond an empty agent, ms",
                wallMillis(variants.agent) - wallMillis(variants.emptyAgent),
                BEYOND_EMPTY_GOAL_MILLIS);
        goal(
                table,
                "RSS beyond an empty agent, MiB",
                rssMebibytes(variants.agent) - rssMebibytes(variants.emptyAgent),
                BEYOND_EMPTY_GOAL_MEBIBYTES);
        goal(
                table,
                "added to the start with JFR, beyond that without, ms",
                withJfr - withoutJfr,
                RECORDING_GOAL_MILLIS);
        table.print(out);
    }

    private static void goal(MarkdownTable table, String title, double measured, double goal) {
        table.row(
                title, String.format("%.1f", measured), String.format("%.0f", goal), GoalVerdict.of(measured <= goal));
    }

    /** Newer JDKs load more classes for the same thing. */
    private static double rssGoalMebibytes() {
        return Runtime.version().feature() > 17 ? 20 : 12;
    }

    private double premainMillis(Variant variant) {
        return runs.median(variant, StartupBenchmark.PREMAIN_NANOS) / 1e6;
    }

    private double rssMebibytes(Variant variant) {
        return runs.median(variant, StartupBenchmark.RSS_KIBIBYTES) / 1024;
    }

    private double wallMillis(Variant variant) {
        return runs.median(variant, ChildJvm.WALL_MILLIS);
    }

    private double wallSpread(Variant variant) {
        double[] all = runs.all(variant, ChildJvm.WALL_MILLIS);
        return (Runs.quantile(0.75, all) - Runs.quantile(0.25, all)) / 2;
    }
}
