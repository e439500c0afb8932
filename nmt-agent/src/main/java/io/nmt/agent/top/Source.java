package io.nmt.agent.top;

import io.nmt.agent.channel.CommandException;
import io.nmt.agent.top.reading.Reading;

/** Asks a process. Called by one thread at a time. */
public interface Source {
    /**
     * Asks.
     *
     * @param query what for
     * @return its answer
     * @throws CommandException if there is none, such as when the process has ended
     */
    Reading read(Query query) throws CommandException;
}
