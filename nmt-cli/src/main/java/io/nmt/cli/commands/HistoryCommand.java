package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.Watch;
import io.nmt.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What was in use over time. */
@Command(
        name = "history",
        description = {
            "Show what was in use over time, and since when something rises.",
            "The agent reads it every 10 s; it keeps two weeks, what is older than an hour with less detail."
        })
public final class HistoryCommand extends ListReportCommand {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final int LEAST_NAME_COLUMNS = 12;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "How far back, " + TimeConverter.UNITS + ". If not given, all that is known.")
    private Long millis;

    @Option(names = "--category", paramLabel = "NAME", description = "Plot a category, in place of RSS.")
    private String category;

    @Option(names = "--csv", description = "Print each point, for scripts: comma-separated values. Bytes are numbers.")
    private boolean csv;

    @Mixin
    private Watch watch;

    @Spec
    private CommandSpec spec;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        add("for", millis == null ? null : Math.max(1, millis / MILLIS_PER_SECOND), options);
        add("category", category, options);
        if (csv) {
            options.put("csv", "true");
        }
        if (watch.isWanted()) {
            options.put("watched", "true");
        }
        if (!isForScripts()) {
            options.put("columns", Integer.toString(Terminal.STDOUT.size().columns()));
        }
    }

    @Override
    public Integer call() throws CommandException, IOException {
        if (csv && super.isForScripts()) {
            throw new ParameterException(spec.commandLine(), "--csv does not go with --json");
        }
        return super.call();
    }

    /** A name is shortened beside its figures rather than put on a line of its own. */
    @Override
    int leastNameColumns() {
        return LEAST_NAME_COLUMNS;
    }

    @Override
    boolean isForScripts() {
        return csv || super.isForScripts();
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }
}
