package io.nmt.cli.options;

import io.nmt.channel.CommandClient;
import picocli.CommandLine.Option;

/** The time that a command waits for its process: never without a bound. */
public final class Patience {
    /** The longest full garbage collection of a very large heap, in milliseconds. */
    public static final long COLLECTION_MILLIS = 600_000;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.Interval.class,
            description = "The longest wait for the process, " + TimeConverter.UNITS
                    + ". If not given, 60s; for unreachable 10m.")
    private Long millis;

    /** Until it has to say what it is. */
    public long greetingMillis() {
        return millis == null ? CommandClient.GREETING_MILLIS : millis;
    }

    /** While it answers, if the command has no other usual time. */
    public long answerMillis() {
        return answerMillis(CommandClient.ANSWER_MILLIS);
    }

    /** While it answers. */
    public long answerMillis(long usual) {
        return millis == null ? usual : millis;
    }
}
