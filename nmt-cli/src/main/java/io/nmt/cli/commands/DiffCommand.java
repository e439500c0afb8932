package io.nmt.cli.commands;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The changes since the last baseline. */
@Command(name = "diff", description = "Show the changes since the last baseline.")
public final class DiffCommand extends ListReportCommand {
    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of categories: ${COMPLETION-CANDIDATES}.")
    private Order order;

    /** The orders of categories. */
    enum Order {
        change,
        size,
        count,
        name
    }

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
    }
}
