package io.nmt.cli.commands;

import io.nmt.cli.options.ListLength;
import io.nmt.cli.options.Watch;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.document.JvmReport;
import io.nmt.report.judge.JvmMemoryStatements;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.past.JvmPast;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The JVM's own memory. */
@Command(
        name = "jvm",
        description = {
            "Show the JVM's own memory: code, strings, symbols, collector.",
            "Compiled code by package. A running JVM stops for a moment."
        })
public final class JvmCommand extends RecordedCommand {
    @Mixin
    private ListLength length;

    @Mixin
    private Watch watch;

    @Override
    void addOptions(Map<String, String> options) {
        super.addOptions(options);
        length.addTo(options);
    }

    @Override
    Watch watch() {
        return watch.isWanted() ? watch : null;
    }

    @Override
    List<String> ofProcess() {
        return watch.isWanted() ? List.of("--watch") : List.of();
    }

    /** The JDK's events tell of it, too. */
    @Override
    RecordedCourse read(Path file) throws IOException {
        return RecordingReader.readCourse(List.of(file), percent -> {});
    }

    @Override
    String recorded(RecordedCourse course, Times times) {
        JvmReading reading = course.jvm().reading();
        RecordedPast past = RecordedPast.of(course);
        return written(JvmReport.recorded(
                reading,
                course.jvm().millis(),
                JvmPast.first(past.history()),
                JvmMemoryStatements.of(reading, past.growth().statements(), past.history()),
                course.toMillis(),
                length.rows()));
    }
}
