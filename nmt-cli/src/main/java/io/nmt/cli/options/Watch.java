package io.nmt.cli.options;

import io.nmt.channel.CommandException;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Repeats a command, if the user wants that. */
public final class Watch {
    @Option(
            names = "--watch",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "Repeat the answer after each time, " + TimeConverter.UNITS + ". Ctrl-C ends it.")
    private Long millis;

    /** A question to a process. */
    public interface Question {
        /** Asks it, and prints the answer. Returns the exit code. */
        int ask() throws CommandException, IOException;
    }

    /** True if the command is to be repeated. */
    public boolean isWanted() {
        return millis != null;
    }

    /** Asks once, or again and again until that fails. Returns the exit code. */
    public int repeat(Question question) throws CommandException, IOException {
        while (true) {
            int exitCode = question.ask();
            if (exitCode != 0 || millis == null) {
                return exitCode;
            }
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                return 0;
            }
        }
    }
}
