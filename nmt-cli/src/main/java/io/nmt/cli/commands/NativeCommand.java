package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.guard.Modules;
import io.nmt.cli.malloc.NativeRun;
import io.nmt.cli.options.OutputOptions;
import io.nmt.cli.options.Patience;
import io.nmt.cli.options.TimeConverter;
import io.nmt.cli.process.JvmList;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.terminal.Display;
import io.nmt.cli.terminal.Stdout;
import io.nmt.cli.terminal.TypedLine;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report;
import io.nmt.report.malloc.MallocProfile;
import io.nmt.report.malloc.MallocReport;
import io.nmt.report.page.flamegraph.FlamePage;
import io.nmt.report.page.flamegraph.MallocStacks;
import io.nmt.report.render.TextSpace;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Malloc by native library and call stack. */
@Command(
        name = "native",
        description = {
            "Watch malloc: libraries that allocate, and their callers.",
            "It loads async-profiler into the process, and says its cost before."
        })
public final class NativeCommand implements Callable<Integer> {
    private static final long USUAL_MILLIS = 30_000;
    private static final long USUAL_INTERVAL_BYTES = 64 << 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ProcessArgument process;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "Time to watch, " + TimeConverter.UNITS + ". If not given, 30s.")
    private Long millis;

    @Option(
            names = "--interval",
            paramLabel = "BYTES",
            converter = Bytes.class,
            description = "Mean bytes between two samples: 64KB if not given, 1 for each malloc.")
    private Long intervalBytes;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Draw a flame graph, too: an HTML page; replaced if it exists.")
    private Path output;

    @Option(
            names = "--library",
            paramLabel = "PATH",
            description = "Another async-profiler (libasyncProfiler.so), by its path as the process sees it.")
    private String library;

    @Option(names = "--stacks", description = "Show the calls that led to each site, too, native and Java.")
    private boolean stacks;

    @Mixin
    private OutputOptions options;

    @Mixin
    private Patience patience;

    @Mixin
    private Display display;

    /** For picocli. */
    public NativeCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Modules.require(Modules.JFR);
        Modules.require(Modules.ATTACH);
        checkOutput();
        TargetProcess target = process.target();
        NativeRun run = new NativeRun(
                target,
                patience,
                spec.commandLine().getErr(),
                millis == null ? USUAL_MILLIS : millis,
                prime(intervalBytes == null ? USUAL_INTERVAL_BYTES : intervalBytes));
        NativeRun.Result result = run.run(library);
        MallocProfile profile = result.profile();
        Report report = MallocReport.of(profile, result.context(), options.top(), stacks);
        String text = options.written(report, display.space(TextSpace.LEAST_NAME_COLUMNS));
        if (options.json()) {
            Stdout.print(text);
        } else {
            display.print(TypedLine.inText(text, target.pid()), System.out);
        }
        if (output != null) {
            OutputFile.write(output, FlamePage.ofMalloced(title(target.pid(), profile), MallocStacks.of(profile)));
            if (!options.json()) {
                Stdout.printWritten(output);
            }
        }
        return 0;
    }

    /** It would be told only when all is done. */
    private void checkOutput() throws CommandException, IOException {
        if (output == null) {
            return;
        }
        OutputFile.requireName(output);
        Path directory = output.toAbsolutePath().getParent();
        if (Files.isDirectory(output)) {
            throw new CommandException("cannot write " + output + ": it is a directory");
        } else if (directory == null || !Files.isDirectory(directory)) {
            throw new CommandException("cannot write " + output + ": no such directory");
        }
    }

    private static String title(long pid, MallocProfile profile) {
        return "Malloced and not freed: " + JvmList.mainClass(pid) + " (process " + pid + ", "
                + profile.end().truncatedTo(ChronoUnit.SECONDS) + ")";
    }

    /**
     * The samples lie that many bytes apart, without chance: with a round number, a loop whose allocations add up to
     * a divisor of it would have each sample in the same place.
     */
    static long prime(long bytes) {
        return bytes <= 1
                ? 1
                : BigInteger.valueOf(bytes - 1).nextProbablePrime().longValueExact();
    }

    /** Reads a number of bytes. */
    static final class Bytes implements ITypeConverter<Long> {
        private static final long MOST_BYTES = 1L << 40;

        @Override
        public Long convert(String value) {
            long bytes = Scale.parse(value);
            if (bytes < 1 || bytes > MOST_BYTES) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed: bytes, such as 64KB or 1MB, from 1 on");
            }
            return bytes;
        }
    }
}
