package io.nmt.cli.commands;

import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.ScaleOption;
import io.nmt.core.model.Scale;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that shows bytes in lists that may be long. */
abstract class ListReportCommand extends ProcessCommand {
    @Mixin
    private ScaleOption scale;

    @Mixin
    private ListLength length;

    @Override
    void addOptions(Map<String, String> options) {
        scale.addTo(options);
        length.addTo(options);
    }

    @Override
    final Scale asked() {
        return scale.asked();
    }
}
