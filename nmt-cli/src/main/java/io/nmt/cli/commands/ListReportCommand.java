package io.nmt.cli.commands;

import io.nmt.cli.options.ListLength;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that shows bytes in lists that may be long. */
abstract class ListReportCommand extends ScaledCommand {
    @Mixin
    private ListLength length;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        length.addTo(options);
    }
}
