package io.nmt.cli.commands;

import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Native memory by category. */
@Command(
        name = "summary",
        description = {
            "Show native memory by category.",
            "Also single pools, mapped files, zip streams, temporary buffers."
        })
public final class SummaryCommand extends ListReportCommand {
    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of categories: ${COMPLETION-CANDIDATES}.")
    private Order order;

    @Mixin
    private Watch watch;

    /** The orders of categories. */
    enum Order {
        size,
        count,
        peak,
        name
    }

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
