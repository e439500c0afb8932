package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.core.model.RecordedMemory;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.RecordingReport;
import io.nmt.jfr.recordings.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what a recording tells. */
@Command(
        name = "report",
        description = {
            "Show what a flight recording tells.",
            "The last figures, the peaks, the call sites that held most, native handles,"
                    + " and the last reading of resident memory."
        })
public final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE.jfr", description = "Recordings of one process, in any order.")
    private List<Path> files;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Display display;

    /** For picocli. */
    public ReportCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.JFR);
        String text = InputFiles.read(files, this::text);
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(text, System.out);
        }
        return 0;
    }

    private String text() throws IOException {
        RecordedMemory memory = RecordingReader.read(files);
        return options.json()
                ? JsonReport.of(memory, options.top()) + "\n"
                : RecordingReport.of(memory, options::scale, options.top());
    }
}
