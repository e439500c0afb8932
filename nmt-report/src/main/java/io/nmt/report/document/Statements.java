package io.nmt.report.document;

import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.util.List;

/**
 * Judgements: a line each for people, the array {@code statements} for programs. Immutable.
 *
 * @param all the most important first
 * @param times of the reader
 */
public record Statements(List<Statement> all, Times times) implements Section {
    /** As they were made: copied. */
    public Statements {
        all = List.copyOf(all);
    }

    /** The same for people. */
    Lines lines() {
        StringBuilder text = new StringBuilder();
        StatementText.of(all, times).forEach(line -> text.append(line).append('\n'));
        return new Lines(text.toString());
    }
}
