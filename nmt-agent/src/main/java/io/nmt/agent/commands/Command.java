package io.nmt.agent.commands;

import io.nmt.channel.Answer;
import io.nmt.channel.CommandException;
import io.nmt.channel.Request;
import java.io.IOException;

/** A command that this process answers. Thread-safe. */
interface Command {
    /** As the user types it. */
    String name();

    /**
     * Runs it.
     *
     * @param request with its options
     * @param answer where to say it
     * @throws CommandException if it failed
     * @throws IOException if the answer is not taken any more
     */
    void run(Request request, Answer answer) throws CommandException, IOException;
}
