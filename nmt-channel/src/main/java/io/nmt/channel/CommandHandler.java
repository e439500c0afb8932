package io.nmt.channel;

import java.io.IOException;

/** Does in the process what the command line asks for. Called by many threads. */
public interface CommandHandler {
    /**
     * Runs a command.
     *
     * @param request what is asked
     * @param answer where to say it
     * @throws CommandException if it failed
     * @throws IOException if the answer is not taken any more
     */
    void handle(Request request, Answer answer) throws CommandException, IOException;
}
