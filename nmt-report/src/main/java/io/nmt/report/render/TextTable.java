package io.nmt.report.render;

import io.nmt.report.document.SafeText;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text in aligned columns: figures to the right, the one name, first or last, to the left. Names may be
 * anything: cells are shown as {@link SafeText#name}.
 */
public final class TextTable {
    private static final String GAP = "   ";

    private final List<String[]> rows = new ArrayList<>();
    private final boolean lastToTheLeft;
    private int totalRow = -1;

    private TextTable(boolean lastToTheLeft, String... header) {
        this.lastToTheLeft = lastToTheLeft;
        rows.add(header);
    }

    /**
     * A table of figures.
     *
     * @param header of the columns, of which the first is a name
     * @return the table, without rows
     */
    public static TextTable ofFigures(String... header) {
        return new TextTable(false, header);
    }

    /**
     * A table whose last column is a name or a path.
     *
     * @param header of the columns
     * @return the table, without rows
     */
    public static TextTable ofFiguresAndName(String... header) {
        return new TextTable(true, header);
    }

    /**
     * Adds a row.
     *
     * @param row as many cells as the header has
     */
    public void add(String... row) {
        rows.add(safe(row));
    }

    /**
     * Adds a row under a rule.
     *
     * @param row as many cells as the header has
     */
    public void addTotal(String... row) {
        totalRow = rows.size();
        rows.add(safe(row));
    }

    private static String[] safe(String... row) {
        String[] safe = new String[row.length];
        for (int i = 0; i < row.length; i++) {
            safe[i] = SafeText.name(row[i]);
        }
        return safe;
    }

    /**
     * Writes the table.
     *
     * @param text to which its lines are added, each ended by a line feed
     */
    public void appendTo(StringBuilder text) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            if (r == 1 || r == totalRow) {
                appendRule(text, widths);
            }
            appendRow(text, rows.get(r), widths);
        }
    }

    private void appendRow(StringBuilder text, String[] row, int[] widths) {
        int last = row.length - 1;
        for (int i = 0; i <= last; i++) {
            String padding = " ".repeat(widths[i] - row[i].length());
            if (i == last && lastToTheLeft) {
                text.append(GAP).append(row[i]);
            } else if (i == 0 && !lastToTheLeft) {
                text.append(row[i]).append(padding);
            } else {
                text.append(i == 0 ? "" : GAP).append(padding).append(row[i]);
            }
        }
        text.append('\n');
    }

    private static void appendRule(StringBuilder text, int[] widths) {
        int width = (widths.length - 1) * GAP.length();
        for (int column : widths) {
            width += column;
        }
        text.append("-".repeat(width)).append('\n');
    }
}
