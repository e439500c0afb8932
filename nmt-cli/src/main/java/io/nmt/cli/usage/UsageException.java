package io.nmt.cli.usage;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A command line that is understood, but cannot be done, where it is known what to type instead. */
public final class UsageException extends ParameterException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> instead;

    /**
     * Says what is wrong.
     *
     * @param message without an end, for people
     * @param instead the command and its arguments, to be typed
     */
    public UsageException(CommandLine command, String message, String... instead) {
        super(command, message);
        this.instead = List.of(instead);
    }

    List<String> instead() {
        return instead;
    }
}
