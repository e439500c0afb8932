package io.nmt.cli.commands;

import io.nmt.core.model.Scale;
import java.util.Map;
import picocli.CommandLine.Option;

/** A command that shows bytes. */
abstract class ScaledCommand extends ProcessCommand {
    @Option(
            names = "--scale",
            paramLabel = "UNIT",
            description =
                    "The unit of byte figures: ${COMPLETION-CANDIDATES}. KB, or a larger one that fits, if not given.")
    private Scale scale;

    @Override
    void addOptions(Map<String, String> options) {
        add("scale", scale, options);
    }
}
