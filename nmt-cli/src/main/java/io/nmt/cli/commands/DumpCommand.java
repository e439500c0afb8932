package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.options.FreshName;
import io.nmt.cli.options.Patience;
import io.nmt.cli.process.ProcessArgument;
import io.nmt.cli.process.ProcessClient;
import io.nmt.cli.process.TargetProcess;
import io.nmt.cli.process.UserOutput;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Stdout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Every single block. */
@Command(
        name = "dump",
        customSynopsis = "nmt dump [OPTIONS] PID|NAME [-o FILE]",
        description = {
            "Write all live blocks to a file.",
            "The process runs on meanwhile. Comma-separated values, gzipped if the file's name ends with "
                    + ".gz. A name that a spreadsheet would read as a formula has an apostrophe before it. Sampled "
                    + "buffers of pools follow their blocks, without an address. Their bytes are in column bufferBytes."
        })
public final class DumpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private Patience patience;

    @Mixin
    private ProcessArgument process;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write; replaced if it exists. If not given, a new one in this folder, gzipped.")
    private Path output;

    /** For picocli. */
    public DumpCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        TargetProcess target = process.target();
        if (output == null) {
            output = FreshName.of("nmt-dump", Long.toString(target.pid()), ".csv.gz");
        }
        int exitCode = OutputFile.write(output, file -> {
            try (OutputStream out = output.toString().endsWith(".gz") ? new FastGzip(file) : file;
                    ProgressBar progress = ProgressBar.start()) {
                UserOutput answer = new UserOutput(out);
                answer.reportTo(progress);
                return new ProcessClient(target, patience, spec.commandLine().getErr())
                        .ask(new Request("dump", Map.of()), answer, patience.answerMillis());
            }
        });
        if (exitCode == 0) {
            Stdout.printWritten(output);
        }
        return exitCode;
    }

    /** The fastest level: it takes a third of the time, and the lines are much alike anyway. */
    private static final class FastGzip extends GZIPOutputStream {
        private static final int BUFFER_BYTES = 1 << 16;

        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
