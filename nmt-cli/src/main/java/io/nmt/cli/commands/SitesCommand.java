package io.nmt.cli.commands;

import io.nmt.cli.options.SiteOrder;
import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "Show named scopes in place of code: 'scope' for each, a key such as tenant for sums.")
    private String by;

    @Mixin
    private Watch watch;

    @Spec
    private CommandSpec spec;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("sort", order, options);
        stacks.addTo(options);
        if (chunks) {
            options.put("chunks", "true");
        }
        add("by", by, options);
        if (by != null && (chunks || options.containsKey("stacks"))) {
            throw new ParameterException(
                    spec.commandLine(), (chunks ? "--chunks" : "--stacks") + " does not go with --by");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
