package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.options.Watch;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.past.HistoryData;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows memory over time. */
@Command(
        name = "history",
        description = {
            "Show memory over time, and since when it grows.",
            "The agent reads it every 4 s and keeps two weeks, with less detail after ten minutes."
        })
public final class HistoryCommand extends RecordedCommand {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final int LEAST_NAME_COLUMNS = 12;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "Time to look back, " + TimeConverter.UNITS + ". If not given, all that is known.")
    private Long millis;

    @Option(names = "--category", paramLabel = "NAME", description = "Plot a category, in place of RSS.")
    private String category;

    @Option(names = "--csv", description = "Print each point, for scripts: comma-separated values. Bytes are numbers.")
    private boolean csv;

    @Mixin
    private ListLength length;

    @Mixin
    private Watch watch;

    @Spec
    private CommandSpec spec;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        length.addTo(options);
        add("for", millis == null ? null : Math.max(1, millis / MILLIS_PER_SECOND), options);
        add("category", category, options);
        if (csv) {
            options.put("csv", "true");
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

    @Override
    List<String> ofProcess() {
        return watch.isWanted() ? List.of("--watch") : List.of();
    }

    @Override
    String recorded(RecordedCourse course, Times times) throws CommandException {
        long since = millis == null ? 0 : course.toMillis() - millis;
        RecordedPast past = RecordedPast.of(course, since, RecordedPast.USUAL_AGE);
        HistoryReading history = past.history();
        List<Statement> statements = past.growth().statements();
        Snapshot last = course.memory().last().snapshot();
        if (csv) {
            return HistoryData.csv(history);
        }
        return written(
                isJson()
                        ? HistoryData.of(history, statements, last.coverage())
                        : HistoryReport.of(history, statements, last, category(last), length.rows()));
    }

    private String category(Snapshot last) throws CommandException {
        try {
            return HistoryReport.category(category, last);
        } catch (IllegalArgumentException e) {
            throw new CommandException(e.getMessage());
        }
    }
}
