package io.nmt.cli.top;

import io.nmt.channel.CommandException;
import io.nmt.report.top.Reading;

/** Asks a process. Called by one thread at a time. */
public interface ProcessSource {
    /**
     * Asks.
     *
     * @param query what for
     * @return its answer
     * @throws CommandException if there is none, such as when the process has ended
     */
    Reading read(Query query) throws CommandException;
}
