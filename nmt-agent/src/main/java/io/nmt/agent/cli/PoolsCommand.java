package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who holds buffers of pools. */
@Command(
        name = "pools",
        description = {
            "Show pools (of Netty): how full their chunks are, and who holds their buffers.",
            "By call site, and by the handler that had them last."
        })
public final class PoolsCommand extends ListReportCommand {
    @Option(names = "--stacks", description = "Show the calls that led to each site, too, and the threads.")
    private boolean stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        if (stacks) {
            options.put("stacks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
