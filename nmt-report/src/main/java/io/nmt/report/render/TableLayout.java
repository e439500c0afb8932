package io.nmt.report.render;

import io.nmt.report.document.ClassNames;
import io.nmt.report.render.TextSpace.Letters;
import java.util.Arrays;
import java.util.List;

/** The columns of a table that each cell has, and each gap before one. Not thread-safe. */
final class TableLayout {
    private static final int GAP = 3;
    private static final int INDENT = 4;
    private static final int SHORTEST_NAME_COLUMNS = 16;
    private static final int LEAST_FOR_NAMES = 8; // columns, where narrow gaps are not enough
    private static final int READABLE_NAME_COLUMNS = 24;
    private static final int LEAST_PLACE_COLUMNS = 28; // shows a file and its line, as a rule

    private final List<String[]> rows;
    private final boolean lastToTheLeft;
    private final Letters letters;
    private final int last;
    private final int[] widths;
    private final int[] gaps;
    private final String[] header;
    private final String[] upperHeader;
    private int rule;
    private int nameRoom; // of a last column
    private boolean ownLines; // for names of a last column

    /** Each column is as wide as its widest cell. */
    TableLayout(List<String[]> rows, boolean lastToTheLeft, Letters letters) {
        this.rows = rows;
        this.lastToTheLeft = lastToTheLeft;
        this.letters = letters;
        int columns = rows.get(0).length;
        last = columns - 1;
        widths = new int[columns];
        gaps = new int[columns];
        header = new String[columns];
        upperHeader = new String[columns];
        measure();
        rule = width();
        nameRoom = widths[last];
    }

    private void measure() {
        System.arraycopy(rows.get(0), 0, header, 0, header.length);
        Arrays.fill(widths, 0);
        for (String[] row : rows) {
            for (int i = 0; i <= last; i++) {
                widths[i] = Math.max(widths[i], letters.columns(row[i]));
            }
        }
        Arrays.fill(gaps, 1, last + 1, GAP);
        Arrays.fill(upperHeader, "");
    }

    /** The columns of a line. */
    int width() {
        return Arrays.stream(widths).sum() + Arrays.stream(gaps).sum();
    }

    /** Tells whether no line is wider than a terminal. */
    boolean fits(int columns) {
        return (lastToTheLeft ? figures() : width()) <= columns;
    }

    /** Makes lines narrower, as far as names and figures can still be read. */
    void fit(int columns, int leastNameColumns) {
        int whole = width();
        if (whole > columns && lastToTheLeft) {
            fitLast(columns, leastNameColumns);
        } else if (whole > columns) {
            fitFirst(columns);
        }
        rule = Math.min(lastToTheLeft ? whole : width(), columns);
    }

    private void splitHeaders() {
        for (int i = 0; i <= last; i++) {
            splitHeader(i);
        }
    }

    /** Puts the first words of a header above the others where it is wider than all that is below. */
    private void splitHeader(int column) {
        String words = header[column];
        int least = 0;
        for (String[] row : rows.subList(1, rows.size())) {
            least = Math.max(least, letters.columns(row[column]));
        }
        for (int space = words.indexOf(' '); space > 0; space = words.indexOf(' ', space + 1)) {
            String upper = words.substring(0, space);
            String lower = words.substring(space + 1);
            int width = Math.max(least, Math.max(letters.columns(upper), letters.columns(lower)));
            if (width < widths[column]) {
                widths[column] = width;
                upperHeader[column] = upper;
                header[column] = lower;
            }
        }
    }

    private void fitLast(int columns, int leastNameColumns) {
        nameRoom = columns - figures() - gaps[last];
        int wanted = Math.min(leastNameColumns, widths[last]);
        if (nameRoom < wanted) {
            compact(columns - wanted);
            nameRoom = columns - figures() - gaps[last];
        }
        ownLines = nameRoom < Math.min(wanted, LEAST_PLACE_COLUMNS);
        if (ownLines) {
            measure();
            nameRoom = columns - INDENT;
            if (figures() - columns > mostOfGaps(last - 1)) {
                splitHeaders();
            }
            narrow(last - 1, figures() - columns);
            shortenWidest(figures() - columns);
        }
    }

    /** Makes all but the last name narrower, until they have so many columns. */
    private void compact(int most) {
        splitHeaders();
        narrow(last, figures() + gaps[last] - most);
        shortenWidest(figures() + gaps[last] - most);
    }

    /** Shortens the widest column that has names, in place of figures, until the others fit. */
    private void shortenWidest(int tooMuch) {
        int widest = 0;
        for (int i = 0; i < last; i++) {
            widest = widths[i] > widths[widest] ? i : widest;
        }
        if (tooMuch > 0 && widths[widest] > SHORTEST_NAME_COLUMNS) {
            widths[widest] -= Math.min(tooMuch, widths[widest] - SHORTEST_NAME_COLUMNS);
        }
    }

    /** The columns up to the name at the end. */
    private int figures() {
        return width() - widths[last] - gaps[last];
    }

    private void fitFirst(int columns) {
        if (width() - columns > mostOfGaps(last)) {
            splitHeaders();
        }
        int tooMuch = Math.max(0, width() - columns);
        if (widths[0] - tooMuch < READABLE_NAME_COLUMNS && tooMuch <= mostOfGaps(last)) {
            narrow(last, tooMuch);
            return;
        }
        shortenNames(tooMuch, SHORTEST_NAME_COLUMNS);
        narrow(last, width() - columns);
        shortenNames(width() - columns, LEAST_FOR_NAMES);
    }

    private void shortenNames(int tooMuch, int least) {
        widths[0] -= Math.max(0, Math.min(tooMuch, widths[0] - least));
    }

    private int mostOfGaps(int to) {
        return Arrays.stream(gaps, 1, to + 1).map(gap -> gap - 1).sum();
    }

    /** Narrows gaps up to a column, each to 1 at the least, those to the left first. */
    private void narrow(int to, int tooMuch) {
        int left = tooMuch;
        for (int gap = GAP; gap > 1; gap--) {
            for (int i = 1; i <= to && left > 0; i++) {
                gaps[i]--;
                left--;
            }
        }
    }

    /** Writes all rows, with a rule below the header and one above the total. */
    void appendTo(StringBuilder text, int totalRow) {
        if (!String.join("", upperHeader).isEmpty()) {
            append(text, upperHeader);
            stripBlanks(text, text.length() - 1);
        }
        append(text, header);
        for (int r = 1; r < rows.size(); r++) {
            if (r == 1 || r == totalRow) {
                text.append("-".repeat(rule)).append('\n');
            }
            append(text, rows.get(r));
        }
    }

    private void append(StringBuilder text, String... row) {
        for (int i = 0; i < last; i++) {
            appendCell(text, i, shortened(row[i], widths[i]), i == 0 && !lastToTheLeft);
        }
        if (!lastToTheLeft) {
            appendCell(text, last, row[last], false);
        } else if (ownLines && !row[last].isEmpty()) {
            stripBlanks(text, text.length());
            text.append('\n').append(" ".repeat(INDENT)).append(shortened(row[last], nameRoom));
        } else if (!ownLines) {
            text.append(" ".repeat(gaps[last])).append(shortened(row[last], nameRoom));
        }
        text.append('\n');
    }

    private String shortened(String cell, int most) {
        return letters.columns(cell) <= most ? cell : letters.shortened(ClassNames.fitted(cell, most), most);
    }

    private void appendCell(StringBuilder text, int column, String cell, boolean toTheLeft) {
        String padding = " ".repeat(Math.max(0, widths[column] - letters.columns(cell)));
        text.append(" ".repeat(gaps[column]));
        text.append(toTheLeft ? cell : padding).append(toTheLeft ? padding : cell);
    }

    private void stripBlanks(StringBuilder text, int end) {
        int begin = end;
        while (begin > 0 && text.charAt(begin - 1) == ' ') {
            begin--;
        }
        text.delete(begin, end);
    }
}
