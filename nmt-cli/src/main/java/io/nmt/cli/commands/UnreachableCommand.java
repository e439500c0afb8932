package io.nmt.cli.commands;

import io.nmt.cli.options.Patience;
import io.nmt.cli.options.ScaleOption;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What no code can reach, but was not freed yet. */
@Command(
        name = "unreachable",
        description = {
            "Free what no code can reach, and show how much that was.",
            "This runs a full garbage collection in the process, which may pause it."
        })
public final class UnreachableCommand extends ProcessCommand {
    @Mixin
    private ScaleOption scale;

    @Override
    void addOptions(Map<String, String> options) {
        scale.addTo(options);
    }

    @Override
    long usualMillis() {
        return Patience.COLLECTION_MILLIS;
    }
}
