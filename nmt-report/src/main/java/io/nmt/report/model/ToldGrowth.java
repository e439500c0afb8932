package io.nmt.report.model;

import java.util.List;

/**
 * Statements of a process on growth, in a recording. Its past may be older than the recording. Immutable.
 *
 * @param statements the most important first
 * @param millis when, since 1970
 */
public record ToldGrowth(List<Statement> statements, long millis) {
    /** Nothing. */
    public static final ToldGrowth NONE = new ToldGrowth(List.of(), 0);

    /** As it was read: copied. */
    public ToldGrowth {
        statements = List.copyOf(statements);
    }
}
