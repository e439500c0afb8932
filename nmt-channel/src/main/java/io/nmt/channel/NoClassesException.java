package io.nmt.channel;

/** The reason why a process cannot answer a command: it has no room for the classes of that. */
public final class NoClassesException extends CommandException {
    private static final long serialVersionUID = 1;

    NoClassesException(String message) {
        super(message);
    }
}
