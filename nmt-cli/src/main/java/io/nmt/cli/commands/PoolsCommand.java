package io.nmt.cli.commands;

import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The use of pools, and the owners of their buffers. */
@Command(
        name = "pools",
        description = {
            "Show the use of pools (Netty, ...), and who holds buffers.",
            "Pools of Netty, Jetty, Undertow, Arrow. Buffers by call site, and by the handler that had them " + "last."
        })
public final class PoolsCommand extends ListReportCommand {
    @Mixin
    private StackOption stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        stacks.addTo(options);
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
