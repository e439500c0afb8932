package io.nmt.cli.commands;

import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Platform threads, and the code that starts them. */
@Command(
        name = "threads",
        description = {
            "Show threads by the line of code that started them.",
            "With their names, states, executors and stacks."
        })
public final class ThreadsCommand extends ListReportCommand {
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
