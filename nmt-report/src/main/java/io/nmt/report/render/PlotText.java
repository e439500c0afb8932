package io.nmt.report.render;

import io.nmt.report.document.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Curves, drawn with characters. */
final class PlotText {
    private static final char[] EIGHTHS = {' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'};
    private static final int FULL = EIGHTHS.length - 1;
    private static final int ROWS = 5;
    private static final int AXIS_COLUMNS = 2;
    private static final int MIN_COLUMNS = 8;

    private PlotText() {}

    /** Draws one line, from the least to the most; one that is level stays low. */
    static String line(Curve curve, int columns) {
        List<Long> most = drawn(curve, columns);
        long least = least(most);
        long highest = highest(most);
        StringBuilder line = new StringBuilder(columns);
        for (Long value : most) {
            line.append(value == null ? ' ' : EIGHTHS[1 + eighths(value, least, highest, FULL - 1)]);
        }
        return line.toString();
    }

    /**
     * Draws several lines, with a scale at the left that begins near the least, and the times below.
     *
     * @param room columns of the terminal, which the drawing fits; 0 for no bound
     */
    static void area(StringBuilder text, Curve curve, LongFunction<String> label, String begin, String end, int room) {
        List<Long> all = drawn(curve, curve.most().size());
        int labels = label.apply(highest(all)).length() + AXIS_COLUMNS;
        int columns = room == 0 ? all.size() : Math.max(MIN_COLUMNS, Math.min(all.size(), room - labels));
        List<Long> most = drawn(curve, Math.min(columns, all.size()));
        long highest = highest(most);
        long least = least(most);
        // What hardly changes is to be seen, what does is not to look like more than it is.
        long base = least < highest / 2 ? 0 : Math.max(0, least - (highest - least) / ROWS);
        String top = label.apply(highest);
        String bottom = label.apply(base);
        int width = Math.max(top.length(), bottom.length());
        for (int row = ROWS - 1; row >= 0; row--) {
            String shown = row == ROWS - 1 ? top : row == 0 ? bottom : "";
            StringBuilder line = new StringBuilder(columns + width + 2);
            line.append(" ".repeat(width - shown.length())).append(shown).append(" │");
            for (Long value : most) {
                int filled = value == null ? 0 : Math.max(1, eighths(value, base, highest, ROWS * FULL));
                line.append(EIGHTHS[Math.max(0, Math.min(FULL, filled - row * FULL))]);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        String axis = " ".repeat(width + 1);
        text.append(axis).append('└').append("─".repeat(most.size())).append('\n');
        int gap = most.size() - begin.length() - end.length();
        text.append(axis)
                .append(' ')
                .append(gap > 0 ? begin.concat(" ".repeat(gap)).concat(end) : begin)
                .append('\n');
    }

    private static int eighths(long value, long from, long to, int most) {
        return to == from ? 0 : (int) Math.round((double) (value - from) / (to - from) * most);
    }

    /** The most of each column; where nothing was read, what was before; null before the first value. */
    private static List<Long> drawn(Curve curve, int columns) {
        int parts = curve.most().size();
        List<Long> most = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            Long value = null;
            for (Long part : curve.most().subList(i * parts / columns, (i + 1) * parts / columns)) {
                value = value == null || (part != null && part > value) ? part : value;
            }
            most.add(value == null && i > 0 ? most.get(i - 1) : value);
        }
        return most;
    }

    private static long highest(List<Long> values) {
        return values.stream()
                .filter(value -> value != null)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    private static long least(List<Long> values) {
        return values.stream()
                .filter(value -> value != null)
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }
}
