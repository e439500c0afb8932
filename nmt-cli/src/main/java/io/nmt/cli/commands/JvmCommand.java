package io.nmt.cli.commands;

import io.nmt.cli.options.Watch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The JVM's own memory. */
@Command(
        name = "jvm",
        description = {
            "Show the JVM's own memory: code, strings, symbols, collector.",
            "Compiled code by package. It stops the application for a moment."
        })
public final class JvmCommand extends ListReportCommand {
    @Mixin
    private Watch watch;

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
