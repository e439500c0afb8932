package io.nmt.report.render;

import io.nmt.report.document.SafeText;

/**
 * The space for text. Immutable.
 *
 * @param columns of the terminal; 0 if there is none
 * @param rows of the terminal, below which a long answer is said again; 0 for a text of any length
 * @param leastNameColumns for a name beside its figures; where there are fewer, it has a line of its own
 * @param letters the columns that characters take
 */
public record TextSpace(int columns, int rows, int leastNameColumns, Letters letters) {
    /** The least columns for a name beside its figures, if a command does not say. */
    public static final int LEAST_NAME_COLUMNS = 32;

    private static final int LONGEST_WORD = 8; // columns that a wrapped line may leave empty, as a rule

    /** As much as there is text. */
    public static final TextSpace UNBOUNDED = of(0);

    /** The columns that text takes on a terminal. Thread-safe. */
    public interface Letters {
        /** Each character one. */
        Letters OF_ONE_COLUMN = new Letters() {
            @Override
            public int columns(String text) {
                return text.length();
            }

            @Override
            public String shortened(String text, int most) {
                return SafeText.shortened(text, most);
            }
        };

        /**
         * The columns of a text.
         *
         * @param text a line, or a part of one
         * @return from 0
         */
        int columns(String text);

        /**
         * A text without its middle, if it takes too many columns.
         *
         * @param text a line, or a part of one
         * @param most how many columns it may take
         * @return with an ellipsis for what is left out
         */
        String shortened(String text, int most);
    }

    /**
     * A terminal whose characters take one column each.
     *
     * @param columns of it; 0 if there is none
     * @return the space
     */
    public static TextSpace of(int columns) {
        return new TextSpace(columns, 0, LEAST_NAME_COLUMNS, Letters.OF_ONE_COLUMN);
    }

    /** Returns the rows that a text takes once its lines are wrapped, about. */
    int rowsOf(String text) {
        return text.lines().mapToInt(this::rowsOfLine).sum();
    }

    private int rowsOfLine(String line) {
        int width = letters.columns(line);
        int most = Math.max(1, columns - LONGEST_WORD);
        return columns == 0 || width <= columns ? 1 : (width + most - 1) / most;
    }
}
