package io.nmt.channel;

/** The reason why a command failed, in one line for the user. */
public class CommandException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * A reason.
     *
     * @param message one line
     */
    public CommandException(String message) {
        super(message);
    }
}
