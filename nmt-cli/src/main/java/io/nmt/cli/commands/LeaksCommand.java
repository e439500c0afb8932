package io.nmt.cli.commands;

import io.nmt.cli.options.SiteOrder;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which code seems to forget its memory. */
@Command(name = "leaks", description = "Show which Java code holds bytes for long, and its growth.")
public final class LeaksCommand extends ListReportCommand {
    @Option(
            names = "--age",
            paramLabel = "TIME",
            converter = TimeConverter.Age.class,
            description = "How old a block must be, " + TimeConverter.UNITS
                    + ". If not given, older than the last two baselines, or else than a minute, or than a third"
                    + " of the time since the first sample if that is less.")
    private Long ageMillis;

    @Option(names = "--sort", paramLabel = "ORDER", description = "The order of sites: ${COMPLETION-CANDIDATES}.")
    private SiteOrder order;

    @Option(names = "--stacks", description = "Show the calls that led to each suspect, too, and the threads.")
    private boolean stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("age", TimeConverter.Age.seconds(ageMillis), options);
        add("sort", order, options);
        if (stacks) {
            options.put("stacks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
