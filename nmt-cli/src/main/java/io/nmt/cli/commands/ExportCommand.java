package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.export.LiveSites;
import io.nmt.cli.export.Otlp;
import io.nmt.cli.export.Pprof;
import io.nmt.cli.export.Profile;
import io.nmt.cli.export.ProfileFormat;
import io.nmt.cli.export.Speedscope;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.FreshName;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.Stdout;
import io.nmt.jfr.recordings.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Call stacks in the formats of other tools. */
@Command(
        name = "export",
        customSynopsis = "nmt export [OPTIONS] PID|NAME|FILE --pprof|--otlp|--speedscope [-o FILE]",
        description = {
            "Write live bytes by call stack as a profile for other tools.",
            "A recording also has all allocations while it ran."
        })
public final class ExportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "PID|NAME|FILE", description = "A JVM, or a flight recording.")
    private String input;

    @ArgGroup(multiplicity = "1")
    private Format format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write; replaced if it exists. If not given, a new one in this folder.")
    private Path output;

    @Mixin
    private Patience patience;

    @Spec
    private CommandSpec spec;

    /** One of them. */
    private static final class Format {
        @Option(names = "--pprof", description = "For 'go tool pprof', Pyroscope, Parca: profile.proto, gzipped.")
        private boolean pprof;

        @Option(
                names = "--otlp",
                description = "OpenTelemetry's profiles, which still change: ProfilesData of v1development.")
        private boolean otlp;

        @Option(names = "--speedscope", description = "For speedscope.app: JSON.")
        private boolean speedscope;

        String suffix() {
            return pprof ? ".pb.gz" : otlp ? ".otlp" : ".speedscope.json";
        }

        ProfileFormat chosen() {
            if (pprof) {
                return new Pprof();
            } else if (otlp) {
                return new Otlp();
            } else if (speedscope) {
                return new Speedscope();
            }
            throw new IllegalStateException("picocli asks for one of them");
        }
    }

    /** For picocli. */
    public ExportCommand() {}

    @Override
    public Integer call() throws IOException, CommandException {
        if (output != null && output.toString().equals("-")) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--output': '-'; to write to a pipe: -o /dev/stdout");
        }
        long pid = ProcessArgument.pidUnlessFile(input, spec);
        if (output == null) {
            output = FreshName.of("nmt", pid > 0 ? Long.toString(pid) : input, format.suffix());
        }
        Profile profile = pid > 0 ? ofProcess(pid) : ofFile();
        if (profile.isEmpty()) {
            throw new IOException(input + " has no call sites: none was sampled, or their events were not enabled");
        }
        OutputFile.write(output, file -> {
            format.chosen().write(profile, file);
            return 0;
        });
        Stdout.printWritten(output);
        return 0;
    }

    private Profile ofProcess(long pid) throws CommandException, IOException {
        UserOutput answer = new UserOutput();
        new ProcessClient(TargetProcess.of(pid), patience, spec.commandLine().getErr())
                .ask(new Request("sites", Map.of("json", "true", "top", "0")), answer, patience.answerMillis());
        Instant time = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return LiveSites.read(JvmList.mainClass(pid) + " (process " + pid + ")", time, answer.text());
    }

    private Profile ofFile() throws CommandException, IOException {
        Path file = Path.of(input);
        UntrustedFiles.refuseAsOutput(output, List.of(file));
        return UntrustedFiles.read(
                List.of(file),
                () -> Profile.of(String.valueOf(file.getFileName()), RecordingReader.readProfile(List.of(file))));
    }
}
