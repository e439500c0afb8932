package io.nmt.cli.commands;

import io.nmt.cli.options.Patience;
import io.nmt.cli.options.ScaleOption;
import io.nmt.core.model.Scale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Unreachable memory that is not freed. */
@Command(
        name = "unreachable",
        description = {
            "Free unreachable native memory, and show its size.",
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
    Scale asked() {
        return scale.asked();
    }

    @Override
    long usualMillis() {
        return Patience.COLLECTION_MILLIS;
    }
}
