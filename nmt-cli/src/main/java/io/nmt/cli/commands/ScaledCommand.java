package io.nmt.cli.commands;

import io.nmt.cli.options.ScaleOption;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that shows bytes. */
abstract class ScaledCommand extends ProcessCommand {
    @Mixin
    private ScaleOption scale;

    @Override
    void addOptions(Map<String, String> options) {
        scale.addTo(options);
    }
}
