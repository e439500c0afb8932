package io.nmt.cli.commands;

import io.nmt.cli.options.Watch;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The answer in a dozen lines. */
@Command(
        name = "explain",
        description = {
            "Explain RSS and its growth, in 16 lines at most.",
            "The word may be left out: 'nmt shop' explains the JVM that has shop in its name."
        })
public final class ExplainCommand extends ProcessCommand {
    private static final int MAX_LINES = 16;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        options.put("pid", Long.toString(pid()));
    }

    @Override
    int mostLines() {
        return MAX_LINES;
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
