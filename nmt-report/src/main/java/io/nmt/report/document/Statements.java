package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Statement;
import java.util.List;

/**
 * Judgements: a sentence each for people, the array {@code statements} for programs. Immutable.
 *
 * @param statements the most important first
 */
public record Statements(List<Statement> statements) implements Section {
    /** As they were found: copied. */
    public Statements {
        statements = List.copyOf(statements);
    }
}
