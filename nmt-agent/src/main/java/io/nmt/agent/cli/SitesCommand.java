package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Who holds it. */
@Command(name = "sites", description = "Show which Java code holds the live bytes.")
public final class SitesCommand extends ListReportCommand {
    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of sites: ${COMPLETION-CANDIDATES}.")
    private Order order;

    /** The orders of sites. */
    enum Order {
        size,
        count,
        peak,
        age
    }

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
    }
}
