package io.nmt.agent.cli;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.agent.flamegraph.CollapsedStacks;
import io.nmt.agent.flamegraph.FlamePage;
import io.nmt.agent.flamegraph.RecordedStacks;
import io.nmt.agent.flamegraph.StackBytes;
import io.nmt.agent.flamegraph.StackSource;
import io.nmt.jfr.recordings.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws live bytes by call stack. */
@Command(
        name = "flamegraph",
        description =
                "Draw live bytes by call stack, or with two inputs what differs: one HTML page that needs no network.")
public final class FlamegraphCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "PID|FILE",
            description = "A JVM's process id, a flight recording, or a file of collapsed stacks.")
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
            description = "The file to write; replaced if it exists.")
    private Path output;

    @Option(
            names = "--collapsed",
            description = "Write collapsed stacks for other tools instead, to stdout unless -o names a file.")
    private boolean collapsed;

    @Option(names = "--title", paramLabel = "TEXT", description = "The title of the page.")
    private String title;

    @Spec
    private CommandSpec spec;

    /** For picocli. */
    public FlamegraphCommand() {}

    @Override
    public Integer call() throws IOException, CommandException {
        if (output == null && !collapsed) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "Missing required option: '--output=FILE', for the page");
        }
        StackSource source = source(input);
        String text = other == null ? ofOne(source) : ofTwo(source, source(other));
        if (output == null) {
            System.out.print(text);
        } else {
            OutputFile.write(output, text);
        }
        return 0;
    }

    private StackSource source(String name) throws IOException, CommandException {
        if (name.matches("\\d{1,18}") && !Files.exists(Path.of(name))) {
            return ofProcess(Long.parseLong(name));
        }
        Path file = Path.of(name);
        return RecordingReader.isRecording(file) ? new RecordedStacks(file) : CollapsedStacks.in(file);
    }

    private StackSource ofProcess(long pid) throws CommandException {
        UserOutput stacks = new UserOutput(false);
        new ProcessClient(TargetProcess.of(pid), spec.commandLine().getErr())
                .ask(new Request("stacks", Map.of()), stacks);
        return CollapsedStacks.of("process " + pid, stacks.text());
    }

    private String ofOne(StackSource source) throws IOException {
        List<StackBytes> stacks = source.stacks();
        return collapsed
                ? CollapsedStacks.text(stacks)
                : FlamePage.of(title == null ? "Native memory: " + source.name() : title, stacks);
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
