package io.nmt.cli.guard;

import io.nmt.channel.CommandException;

/** The agent cannot be loaded into a process, for good: the process can be read from outside alone. */
public final class RefusedException extends CommandException {
    private static final long serialVersionUID = 1;

    /**
     * A reason.
     *
     * @param message one line
     */
    public RefusedException(String message) {
        super(message);
    }
}
