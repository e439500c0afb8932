package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.StackOption;
import io.nmt.cli.options.Watch;
import io.nmt.report.document.LoaderReport;
import io.nmt.report.judge.MadeStatements;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Class loaders, and the code that creates them. */
@Command(
        name = "loaders",
        description = {"Show class loaders by the line of code that created them.", "With their classes and metaspace."
        })
public final class LoadersCommand extends RecordedCommand {
    private static final String NO_READING = "the recording has no class whose loaders are 20 or more";

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
        LoaderReading reading = course.made().loaders();
        if (reading.groups().isEmpty()) {
            throw new CommandException(NO_READING);
        }
        List<Statement> statements = MadeStatements.loaders(
                reading, RecordedPast.of(course).growth(), course.made().millis(), LoaderReport.count(reading));
        return written(LoaderReport.of(reading, statements, course.made().millis(), length.rows(), stacks.isGiven()));
    }
}
