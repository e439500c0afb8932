package io.nmt.cli.commands;

import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Class loaders, and the code that creates them. */
@Command(
        name = "loaders",
        description = {"Show class loaders by the line of code that created them.", "With their classes and metaspace."
        })
public final class LoadersCommand extends ListReportCommand {
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
