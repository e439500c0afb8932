package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.FreshName;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.usage.UsageException;
import io.nmt.jfr.recordings.RecordedStacks;
import io.nmt.jfr.recordings.RecordingReader;
import io.nmt.report.page.flamegraph.CollapsedStacks;
import io.nmt.report.page.flamegraph.FlamePage;
import io.nmt.report.page.flamegraph.StackBytes;
import io.nmt.report.page.flamegraph.StackSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws live bytes by call stack. */
@Command(
        name = "flamegraph",
        customSynopsis = "nmt flamegraph [OPTIONS] PID|NAME|FILE [OTHER] [-o FILE.html]",
        description = {
            "Draw live bytes by call stack, or the growth between two files.",
            "One HTML page that needs no network."
        })
public final class FlamegraphCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "PID|NAME|FILE",
            description = "A JVM, a flight recording, or a file of collapsed stacks.")
    private String input;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OTHER",
            description = "The later one of two: the page shows what grew in it, and what shrank.")
    private String other;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write; replaced if it exists. If not given, a new one in this folder.")
    private Path output;

    @Option(
            names = "--collapsed",
            description = "Write collapsed stacks for other tools instead, to stdout unless -o names a file.")
    private boolean collapsed;

    @Option(names = "--title", paramLabel = "TEXT", description = "The title of the page.")
    private String title;

    @Mixin
    private Patience patience;

    @Spec
    private CommandSpec spec;

    /** For picocli. */
    public FlamegraphCommand() {}

    @Override
    public Integer call() throws IOException, CommandException {
        long pid = ProcessArgument.pidUnlessFile(input, spec);
        long otherPid = other == null ? -1 : ProcessArgument.pidUnlessFile(other, spec);
        if (output == null && !collapsed) {
            checkOther(otherPid);
            output = FreshName.of("flamegraph", pid > 0 ? Long.toString(pid) : input, ".html");
        }
        List<Path> files = new ArrayList<>();
        String fromProcess = pid > 0 ? stacksOf(pid) : null;
        String fromOther = otherPid > 0 ? stacksOf(otherPid) : null;
        if (fromProcess == null) {
            files.add(Path.of(input));
        }
        if (other != null && fromOther == null) {
            files.add(Path.of(other));
        }
        UntrustedFiles.refuseAsOutput(output, files);
        String text = UntrustedFiles.read(files, () -> {
            StackSource source = source(input, pid, fromProcess);
            return other == null ? ofOne(source) : ofTwo(source, source(other, otherPid, fromOther));
        });
        if (output == null) {
            Stdout.print(text);
        } else {
            OutputFile.write(output, text);
            Stdout.printWritten(output);
        }
        return 0;
    }

    /** The second of two that is neither a process nor a file is meant as the page. */
    private void checkOther(long otherPid) {
        if (other != null && otherPid < 0 && !Files.exists(Path.of(other))) {
            throw new UsageException(
                    spec.commandLine(),
                    "Missing required option: '--output=FILE', for the page",
                    "flamegraph",
                    input,
                    "-o",
                    other);
        }
    }

    private static StackSource source(String name, long pid, String fromProcess) throws IOException {
        if (fromProcess != null) {
            String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            String program = JvmList.mainClass(pid);
            return CollapsedStacks.withBlocks(program + " (process " + pid + ", " + time + ")", fromProcess);
        }
        Path file = Path.of(name);
        // An empty file is refused as a recording: its JVM runs, mostly.
        boolean isRecording = RecordingReader.isRecording(file) || (Files.isRegularFile(file) && Files.size(file) == 0);
        return isRecording ? new RecordedStacks(file) : CollapsedStacks.in(file);
    }

    private String stacksOf(long pid) throws CommandException {
        UserOutput stacks = new UserOutput();
        new ProcessClient(TargetProcess.of(pid), patience, spec.commandLine().getErr())
                .ask(new Request("stacks", Map.of("blocks", "true")), stacks, patience.answerMillis());
        return stacks.text();
    }

    private String ofOne(StackSource source) throws IOException {
        List<StackBytes> stacks = source.stacks();
        return collapsed
                ? CollapsedStacks.text(stacks)
                : FlamePage.of(title == null ? "Live native memory: " + source.name() : title, stacks);
    }

    private String ofTwo(StackSource before, StackSource after) throws IOException {
        List<StackBytes> earlier = before.stacks();
        List<StackBytes> later = after.stacks();
        return collapsed
                ? CollapsedStacks.text(earlier, later)
                : FlamePage.ofDifference(
                        title == null ? "Native memory: from " + before.name() + " to " + after.name() : title,
                        earlier,
                        later);
    }
}
