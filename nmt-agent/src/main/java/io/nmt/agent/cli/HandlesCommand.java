package io.nmt.agent.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Objects that own native memory. */
@Command(
        name = "handles",
        description = {
            "Show objects that own memory of native libraries.",
            "Such as RocksDB's iterators: how many were created and not closed, and where."
        })
public final class HandlesCommand extends ProcessCommand {
    @Option(
            names = "--top",
            paramLabel = "N",
            converter = WholeNumber.FromZero.class,
            description = "The rows of a long list, 10 if not given; 0 for all.")
    private Integer top;

    @Option(names = "--stacks", description = "Show the calls that led to each site, too, and the threads.")
    private boolean stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        add("top", top, options);
        if (stacks) {
            options.put("stacks", "true");
        }
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
