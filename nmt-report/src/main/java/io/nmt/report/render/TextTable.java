package io.nmt.report.render;

import io.nmt.report.document.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Rows of text in aligned columns: figures to the right, the one name, first or last, to the left. Names may be
 * anything: cells are shown as {@link SafeText#name}.
 *
 * <p>Where a terminal has too few columns for it, columns without a cell are left out, headers have two lines, gaps
 * become narrower, and names are shortened in the middle. If that is not enough, the last names have their own lines,
 * and the last figures are left out.
 */
public final class TextTable {
    private static final int LEAST_COLUMNS = 2;

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
     * Writes the table, as wide as it is.
     *
     * @param text to which its lines are added, each ended by a line feed
     */
    public void appendTo(StringBuilder text) {
        appendTo(text, TextSpace.UNBOUNDED);
    }

    /**
     * Writes the table as it fits a terminal.
     *
     * @param text to which its lines are added, each ended by a line feed
     * @param space that there is for it
     */
    public void appendTo(StringBuilder text, TextSpace space) {
        TableLayout layout = new TableLayout(rows, lastToTheLeft, space.letters());
        Deque<String> leftOut = new ArrayDeque<>();
        if (space.columns() > 0 && layout.width() > space.columns()) {
            List<String[]> kept = withCells();
            layout = fitted(kept, space);
            while (!layout.fits(space.columns()) && kept.get(0).length > LEAST_COLUMNS) {
                int last = kept.get(0).length - (lastToTheLeft ? 2 : 1);
                leftOut.push(kept.get(0)[last]);
                kept = without(last, kept);
                layout = fitted(kept, space);
            }
        }
        layout.appendTo(text, totalRow);
        if (!leftOut.isEmpty()) {
            text.append("Left out: ").append(String.join(", ", leftOut)).append(". --wide shows all.\n");
        }
    }

    private TableLayout fitted(List<String[]> kept, TextSpace space) {
        TableLayout layout = new TableLayout(kept, lastToTheLeft, space.letters());
        layout.fit(space.columns(), space.leastNameColumns());
        return layout;
    }

    /** Returns the rows without the columns in which none has a cell. */
    private List<String[]> withCells() {
        List<String[]> kept = rows;
        for (int i = rows.get(0).length - (lastToTheLeft ? 2 : 1); i > 0 && rows.size() > 1; i--) {
            int column = i;
            if (rows.stream().skip(1).allMatch(row -> row[column].isEmpty())) {
                kept = without(i, kept);
            }
        }
        return kept;
    }

    private static List<String[]> without(int column, List<String[]> rows) {
        return rows.stream()
                .map(row -> {
                    List<String> cells = new ArrayList<>(List.of(row));
                    cells.remove(column);
                    return cells.toArray(String[]::new);
                })
                .toList();
    }
}
