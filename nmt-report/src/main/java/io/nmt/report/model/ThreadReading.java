package io.nmt.report.model;

import io.nmt.core.model.StartedThreads;
import java.util.List;

/**
 * The live platform threads of a process, and their stacks. Immutable.
 *
 * @param groups by line of code and pattern of names, those with most threads first
 * @param stacks of all threads of the process; null if they are unknown
 */
public record ThreadReading(List<StartedThreads> groups, LastStacks stacks) {
    /** No threads. */
    public static final ThreadReading NONE = new ThreadReading(List.of(), null);

    /** As it was read: copied. */
    public ThreadReading {
        groups = List.copyOf(groups);
    }
}
