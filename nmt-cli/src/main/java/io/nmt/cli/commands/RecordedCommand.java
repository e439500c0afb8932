package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.ScaleOption;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.core.model.Scale;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command on a process, or on a recording: there it shows what it would have shown at the recording's end. */
abstract class RecordedCommand extends AnsweredCommand {
    @Parameters(
            index = "0",
            paramLabel = ProcessArgument.LABEL_OR_RECORDING,
            description = "The JVM: its process id, or a part of its name or arguments. Or a flight"
                    + " recording: then as of its end.")
    private String typed;

    @Mixin
    private ScaleOption scale;

    @Spec
    private CommandSpec spec;

    @Override
    long findProcess() throws CommandException {
        return ProcessArgument.pid(typed, spec);
    }

    ScaleOption scale() {
        return scale;
    }

    @Override
    final Scale asked() {
        return scale.asked();
    }

    @Override
    void addOptions(Map<String, String> options) {
        scale.addTo(options);
    }

    /** The options that were given and that a process alone can follow. */
    abstract List<String> ofProcess();

    /** The answer of a recording, as lines that are each ended by a line feed. */
    abstract String recorded(RecordedCourse course, Times times) throws CommandException;

    /** Reads a recording that has our events. */
    RecordedCourse read(Path file) throws IOException {
        return RecordingReader.readCourse(List.of(file));
    }

    @Override
    public Integer call() throws CommandException, IOException {
        Path file = ProcessArgument.recording(typed);
        if (file == null) {
            return super.call();
        }
        List<String> ofProcess = ofProcess();
        if (!ofProcess.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), String.join(", ", ofProcess) + ": a process alone can do that, no recording");
        }
        Modules.require(Modules.JFR);
        String answer = UntrustedFiles.read(List.of(file), () -> {
            RecordedCourse course = read(file);
            if (course.cutOff()) {
                spec.commandLine().getErr().println("nmt: " + file + " could not be read to its end");
            }
            return recorded(course, new Times(ZoneId.systemDefault(), course.toMillis()));
        });
        show(answer);
        return 0;
    }
}
