package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which code holds it. */
@Command(name = "sites", description = "Show which Java code holds the live bytes.")
public final class SitesCommand extends ListReportCommand {
    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of sites: ${COMPLETION-CANDIDATES}.")
    private SiteOrder order;

    @Option(names = "--stacks", description = "Show the calls that led to each site, too, and the threads.")
    private boolean stacks;

    @Option(
            names = "--chunks",
            description = "Show who has taken the chunks of pools, too, in place of who has taken buffers of them.")
    private boolean chunks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
        if (stacks) {
            options.put("stacks", "true");
        }
        if (chunks) {
            options.put("chunks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
