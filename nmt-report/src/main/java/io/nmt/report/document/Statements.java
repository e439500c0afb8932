package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Next;
import java.util.List;
import java.util.function.Predicate;

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

    /** The same without some next steps. */
    Statements withoutNext(Predicate<Next> typed) {
        return new Statements(statements.stream()
                .map(statement -> typed.test(statement.next()) ? statement.withNext(Next.NONE) : statement)
                .toList());
    }
}
