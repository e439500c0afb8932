package io.nmt.cli.pages;

import io.nmt.channel.CommandException;
import io.nmt.channel.files.OutputFile;
import io.nmt.cli.guard.UntrustedFiles;
import io.nmt.cli.options.FreshName;
import io.nmt.cli.terminal.ProgressBar;
import io.nmt.cli.terminal.Stdout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option for a page in place of text. */
public final class PageOutput {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE.html",
            description = "Write a page instead: one file that needs no network; replaced if it exists.")
    private Path file;

    /** Options of what is printed. */
    private static final List<String> OF_TEXT = List.of("--top", "--scale", "--chunks");

    /** Makes a page. */
    public interface Source {
        String page(IntConsumer percent) throws IOException;
    }

    /**
     * True if the option was given.
     *
     * @throws ParameterException if JSON is wanted, too, which is printed, or what text has: a page has all
     */
    public boolean isWanted(boolean json, CommandSpec spec) {
        if (file != null && json) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--json does not go with -o, which writes a page; to write JSON: --json > " + file);
        }
        if (file != null) {
            for (String option : OF_TEXT) {
                if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw new ParameterException(
                            spec.commandLine(), option + " does not go with -o: it is for text, a page has all");
                }
            }
        }
        return file != null;
    }

    /** Names a new file in the current folder. */
    public void useNew(String input) {
        file = FreshName.of("nmt", input, ".html");
    }

    /** Writes the page of files. */
    public int write(List<Path> files, Source source) throws CommandException, IOException {
        OutputFile.requireName(file);
        if (Files.isDirectory(file)) {
            throw new IOException("cannot write " + file + ": it is a directory"); // not only when all is read
        }
        UntrustedFiles.refuseAsOutput(file, files);
        String text;
        try (ProgressBar progress = ProgressBar.start()) {
            text = UntrustedFiles.read(files, () -> source.page(progress::show));
        }
        return write(text);
    }

    /** Writes a page. */
    public int write(String page) throws CommandException, IOException {
        OutputFile.write(file, page);
        Stdout.printWritten(file);
        return 0;
    }
}
