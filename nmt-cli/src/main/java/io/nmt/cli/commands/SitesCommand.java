package io.nmt.cli.commands;

import io.nmt.cli.options.SiteOrder;
import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Java code that holds the live bytes. */
@Command(name = "sites", description = "Show the Java code that holds the live bytes.")
public final class SitesCommand extends ListReportCommand {
    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of sites: ${COMPLETION-CANDIDATES}.")
    private SiteOrder order;

    @Mixin
    private StackOption stacks;

    @Option(
            names = "--chunks",
            description = "Show the call sites of chunks of pools, in place of those of their buffers.")
    private boolean chunks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
        stacks.addTo(options);
        if (chunks) {
            options.put("chunks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
