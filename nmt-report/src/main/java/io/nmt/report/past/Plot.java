package io.nmt.report.past;

import java.util.Arrays;
import java.util.function.LongFunction;

/** A figure over time, drawn with characters: the most of each column's time. */
final class Plot {
    /** The corner of the axes: below it and to its right, the time. */
    static final char CORNER = '└';

    private static final char[] EIGHTHS = {' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'};
    private static final int FULL = EIGHTHS.length - 1;
    private static final long GAP = Long.MIN_VALUE;

    private Plot() {}

    /** One line, from the least to the most; one that is level stays low. */
    static String line(Series series, long from, long to, int columns) {
        long[] most = columns(series, from, to, columns);
        long least = least(most);
        long highest = highest(most);
        StringBuilder line = new StringBuilder(columns);
        for (long value : most) {
            line.append(value == GAP ? ' ' : EIGHTHS[1 + eighths(value, least, highest, FULL - 1)]);
        }
        return line.toString();
    }

    /** Several lines, with a scale at the left, that begins near the least; each ended by a line feed. */
    static String area(Series series, long from, long to, int columns, int rows, LongFunction<String> label) {
        long[] most = columns(series, from, to, columns);
        long highest = highest(most);
        long least = least(most);
        // What hardly changes is to be seen, what does is not to look like more than it is.
        long base = least < highest / 2 ? 0 : Math.max(0, least - (highest - least) / rows);
        String top = label.apply(highest);
        String bottom = label.apply(base);
        int width = Math.max(top.length(), bottom.length());
        StringBuilder text = new StringBuilder((columns + width + 3) * rows);
        for (int row = rows - 1; row >= 0; row--) {
            String shown = row == rows - 1 ? top : row == 0 ? bottom : "";
            text.append(" ".repeat(width - shown.length())).append(shown).append(" │");
            int end = text.length();
            for (long value : most) {
                int filled = value == GAP ? 0 : Math.max(1, eighths(value, base, highest, rows * FULL));
                text.append(EIGHTHS[Math.max(0, Math.min(FULL, filled - row * FULL))]);
                end = text.charAt(text.length() - 1) == ' ' ? end : text.length();
            }
            text.setLength(end);
            text.append('\n');
        }
        return text.append(" ".repeat(width))
                .append(' ')
                .append(CORNER)
                .append("─".repeat(columns))
                .append('\n')
                .toString();
    }

    private static int eighths(long value, long from, long to, int most) {
        return to == from ? 0 : (int) Math.round((double) (value - from) / (to - from) * most);
    }

    /** The most of each column; where nothing was read, what was before; nothing before the first value. */
    private static long[] columns(Series series, long from, long to, int columns) {
        long[] most = new long[columns];
        Arrays.fill(most, GAP);
        double perColumn = Math.max(1, to - from) / (double) columns;
        for (int i = 0; i < series.length(); i++) {
            int column = (int) Math.min(columns - 1, Math.max(0, (series.millis()[i] - from) / perColumn));
            most[column] = Math.max(most[column], series.values()[i]);
        }
        for (int i = 1; i < columns; i++) {
            most[i] = most[i] == GAP ? most[i - 1] : most[i];
        }
        return most;
    }

    private static long highest(long[] most) {
        return Arrays.stream(most).max().orElse(0);
    }

    private static long least(long[] most) {
        return Arrays.stream(most).filter(value -> value != GAP).min().orElse(0);
    }
}
