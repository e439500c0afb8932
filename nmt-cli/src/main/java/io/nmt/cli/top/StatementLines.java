package io.nmt.cli.top;

import io.nmt.cli.terminal.TypedLine;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import java.util.ArrayList;
import java.util.List;

/** The judge's statements above the list, the worst first: as many as leave room for it. */
final class StatementLines {
    private static final int LEAST_ROWS = 14;
    private static final int ROWS_WITHOUT = 12;
    private static final int ROWS_PER_LINE = 4; // three lines of 24

    private StatementLines() {}

    /**
     * Counts the lines on a screen.
     *
     * @param statements of the process
     * @param rows of the screen
     */
    static int count(List<Statement> statements, int rows) {
        int room = rows < LEAST_ROWS ? 0 : Math.max(1, (rows - ROWS_WITHOUT) / ROWS_PER_LINE);
        return Math.min(room, statements.size());
    }

    /** The lines on a screen; where not all fit, the last one says how many are left out. */
    static List<ScreenLine> of(Model model, int columns, int rows) {
        List<Statement> statements = model.statements();
        int count = count(statements, rows);
        int shown = count < statements.size() && count > 1 ? count - 1 : count;
        List<ScreenLine> lines = new ArrayList<>();
        for (Statement statement : statements.subList(0, shown)) {
            boolean alarming = statement.kind() == Kind.LEAK || statement.kind() == Kind.LIMIT;
            lines.add(new ScreenLine(
                    FittedStatement.of(statement, model.times(), columns), alarming ? Style.ALARMING : Style.PLAIN));
        }
        if (shown < count) {
            lines.add(ScreenLine.plain("... and " + (statements.size() - shown) + " more: "
                    + TypedLine.of(List.of("explain", Long.toString(model.pid())))));
        }
        return lines;
    }
}
