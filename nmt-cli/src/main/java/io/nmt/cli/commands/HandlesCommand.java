package io.nmt.cli.commands;

import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Objects that own native memory. */
@Command(
        name = "handles",
        description = {
            "Show open objects of native libraries, such as iterators.",
            "They hold native memory. Rows have the code that created them."
        })
public final class HandlesCommand extends ProcessCommand {
    @Mixin
    private ListLength length;

    @Option(
            names = "--age",
            paramLabel = "TIME",
            converter = TimeConverter.Age.class,
            description = "Least age of a handle in the list of call sites, " + TimeConverter.UNITS
                    + ". If not given, all of them.")
    private Long ageMillis;

    @Mixin
    private StackOption stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        length.addTo(options);
        add("age", TimeConverter.Age.seconds(ageMillis), options);
        stacks.addTo(options);
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
