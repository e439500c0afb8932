package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.jfr.recordings.MemoryComparison;
import io.nmt.jfr.recordings.RecordedMemory;
import io.nmt.jfr.recordings.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what differs between two recordings. */
@Command(
        name = "compare",
        description =
                "Show what grew from one flight recording to another, by category, by call site, and in resident memory: between two moments"
                        + " of a process, or between two versions of a program.")
public final class CompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A.jfr", description = "The recording to compare with.")
    private Path before;

    @Parameters(index = "1", paramLabel = "B.jfr", description = "The recording whose end is looked at.")
    private Path after;

    @Mixin
    private OutputOptions options;

    /** For picocli. */
    public CompareCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Stdout.print(InputFiles.read(List.of(before, after), this::text));
        return 0;
    }

    private String text() throws IOException {
        RecordedMemory earlier = RecordingReader.read(List.of(before));
        RecordedMemory later = RecordingReader.read(List.of(after));
        MemoryComparison comparison = MemoryComparison.between(earlier, later);
        return options.json()
                ? RecordingJson.of(comparison, options) + "\n"
                : ComparisonText.of(comparison, before, earlier, after, later, options);
    }
}
