package io.nmt.cli.top;

import io.nmt.cli.terminal.Width;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.ArrayList;
import java.util.List;

/** A list as lines: the header, then a line for each row. Figures to the right, the name last. */
final class Table {
    private static final String GAP = "  ";
    private static final int PAST_COLUMNS = 10;
    private static final int LEAST_NAME_COLUMNS = 16;

    private final Model model;
    private final int width;
    private final List<ListColumn> columns = new ArrayList<>();

    /**
     * A table.
     *
     * @param width of the screen; 0 if there is none, and lines are as long as they are
     */
    Table(Listing listing, Model model, int width) {
        this.model = model;
        this.width = width;
        for (ListColumn column : ListColumn.of(listing)) {
            if (width == 0 ? !column.isPast() : width >= column.leastColumns()) {
                columns.add(column);
            }
        }
    }

    /** The lines of rows, bytes of a column in the unit that suits the largest. */
    List<String> lines(List<Row> rows, ListColumn sorted, boolean reversed) {
        List<String[]> cells = new ArrayList<>();
        cells.add(header(sorted, reversed));
        int[] units = columns.stream().mapToInt(column -> column.unit(rows)).toArray();
        for (Row row : rows) {
            String[] line = new String[columns.size()];
            for (int i = 0; i < line.length; i++) {
                ListColumn column = columns.get(i);
                line[i] = column.isPast()
                        ? model.line(row.series(), PAST_COLUMNS)
                        : column.text().of(row, units[i]);
            }
            cells.add(line);
        }
        int last = columns.size() - 1;
        int[] widths = new int[last];
        for (int i = 0; i < last; i++) {
            for (String[] line : cells) {
                widths[i] = Math.max(widths[i], Width.of(line[i]));
            }
        }
        List<Integer> shown = shown(widths);
        List<String> lines = new ArrayList<>();
        for (String[] line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i : shown) {
                text.append(Width.toTheRight(line[i], widths[i])).append(GAP);
            }
            String name =
                    width == 0 ? line[last] : Names.fitting(line[last], Math.max(1, width - Width.of(text.toString())));
            lines.add(width == 0 ? text + name : Width.cut(text + name, width));
        }
        return lines;
    }

    /** The columns that fit beside the name: growth is left out last of all but the first. */
    private List<Integer> shown(int... widths) {
        List<Integer> shown = new ArrayList<>();
        int used = 0;
        for (int i = 0; i < widths.length; i++) {
            shown.add(i);
            used += widths[i] + GAP.length();
        }
        while (width > 0 && width - used < LEAST_NAME_COLUMNS && shown.size() > 1) {
            int last = shown.size() - 1;
            boolean other = columns.get(shown.get(last)).isGrowth() && last > 1;
            used -= widths[shown.remove(other ? last - 1 : last)] + GAP.length();
        }
        return shown;
    }

    private String[] header(ListColumn sorted, boolean reversed) {
        String[] header = new String[columns.size()];
        for (int i = 0; i < header.length; i++) {
            String title = columns.get(i).title();
            String mark = reversed ? "▲" : "▼";
            header[i] = !columns.get(i).equals(sorted)
                    ? title
                    : title.endsWith(" ") ? title.strip().concat(mark) : title.concat(mark);
        }
        return header;
    }
}
