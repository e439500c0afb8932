package io.nmt.cli.commands;

import io.nmt.channel.CommandException;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.terminal.Stdout;
import io.nmt.jfr.NativeMemoryEvents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the settings of the JFR events. */
@Command(
        name = "jfc",
        description = {
            "Write nmt.jfc, the settings of the JFR events.",
            "Use it as -XX:StartFlightRecording:settings=FILE."
        })
public final class JfcCommand implements Callable<Integer> {
    private static final String SETTINGS = "nmt.jfc";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write; replaced if it exists. Stdout if not given.")
    private Path output;

    /** For picocli. */
    public JfcCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        String settings;
        try (InputStream in = NativeMemoryEvents.class.getResourceAsStream(SETTINGS)) {
            if (in == null) {
                throw new IOException("the agent's jar is damaged: it has no " + SETTINGS);
            }
            settings = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (output == null) {
            Stdout.print(settings);
        } else {
            OutputFile.write(output, settings);
            Stdout.printWritten(output);
        }
        return 0;
    }
}
