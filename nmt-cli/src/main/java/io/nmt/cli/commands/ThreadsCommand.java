package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import io.nmt.report.document.ThreadReport;
import io.nmt.report.judge.MadeStatements;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Platform threads, and the code that starts them. */
@Command(
        name = "threads",
        description = {
            "Show threads by the line of code that started them.",
            "With their names, states, executors and stacks."
        })
public final class ThreadsCommand extends RecordedCommand {
    private static final String NO_READING = "the recording has no reading of threads";

    @Mixin
    private ListLength length;

    @Mixin
    private StackOption stacks;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        length.addTo(options);
        stacks.addTo(options);
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
        ThreadReading reading = course.made().threads();
        if (reading.groups().isEmpty()) {
            throw new CommandException(NO_READING);
        }
        List<Statement> statements =
                MadeStatements.threads(reading, RecordedPast.of(course).growth());
        return written(ThreadReport.of(reading, statements, course.made().millis(), length.rows(), stacks.isGiven()));
    }
}
