package io.nmt.cli.commands;

import io.nmt.cli.options.Patience;
import picocli.CommandLine.Command;

/** What no code can reach, but was not freed yet. */
@Command(
        name = "unreachable",
        description = {
            "Free what no code can reach, and show how much that was.",
            "This runs a full garbage collection in the process, which may pause it."
        })
public final class UnreachableCommand extends ScaledCommand {
    @Override
    long usualMillis() {
        return Patience.COLLECTION_MILLIS;
    }
}
