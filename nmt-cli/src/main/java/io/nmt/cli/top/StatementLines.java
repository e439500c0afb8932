package io.nmt.cli.top;

import io.nmt.report.document.SafeText;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The judge's statements above the list, the worst first: as many as leave room for it. */
final class StatementLines {
    private static final int LEAST_ROWS = 14;
    private static final int ROWS_WITHOUT = 12;
    private static final int ROWS_PER_LINE = 4; // three lines of 24

    private static final int LEAST_NAME_CHARS = 20;
    private static final String SINCE = " since ";
    private static final Pattern ERROR = Pattern.compile(" ± [0-9.,]+ ?[KMG]?B?");

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
                    fitting(
                            StatementText.of(statement, model.times()),
                            SafeText.name(statement.subject().name()),
                            columns),
                    alarming ? Style.ALARMING : Style.PLAIN));
        }
        if (shown < count) {
            lines.add(ScreenLine.plain("... and " + (statements.size() - shown) + " more: nmt explain " + model.pid()));
        }
        return lines;
    }

    /**
     * Ends a line that is too long after a sentence, or before the start of the growth. Where amount and rate do not
     * fit either, they lose their errors, and then the name its middle.
     */
    static String fitting(String text, String name, int columns) {
        if (text.length() <= columns) {
            return text;
        }
        int end = Math.max(text.lastIndexOf(". ", columns - 1) + 1, text.lastIndexOf(SINCE, columns));
        if (end > 0) {
            return text.substring(0, end);
        }
        int since = text.indexOf(SINCE);
        String first =
                ERROR.matcher(since > 0 ? text.substring(0, since) : text).replaceAll("");
        int room = Math.max(LEAST_NAME_CHARS, name.length() - (first.length() - columns));
        return first.replace(name, SafeText.shortened(name, room));
    }
}
