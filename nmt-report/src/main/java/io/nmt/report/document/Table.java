package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Report.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Rows of figures and names. It is filled by the builder of a report, and read after that. */
public final class Table implements Section {
    private final String key;
    private final String title;
    private final List<Column> columns;
    private final List<List<Object>> rows = new ArrayList<>();
    private List<Object> total;

    /**
     * A table without rows.
     *
     * @param key its name in JSON; empty for a table that people alone read
     * @param title the line above it
     * @param columns of its rows
     */
    public Table(String key, String title, List<Column> columns) {
        this.key = key;
        this.title = title;
        this.columns = List.copyOf(columns);
    }

    /**
     * A table for programs alone.
     *
     * @param key its name
     * @param columns whose titles are ignored
     * @return the table, without rows
     */
    static Table data(String key, List<Column> columns) {
        return new Table(key, "", columns);
    }

    /**
     * The title of a list: how long it is, and how much of it is shown.
     *
     * @param words what is listed
     * @param all how long it is
     * @param shown how much of it is shown
     * @return for example {@code Call sites (1,234, 10 shown)}
     */
    static String title(String words, int all, int shown) {
        String count = words.concat(" (").concat(Scale.group(all));
        return (shown < all ? count.concat(", ").concat(Scale.group(shown)).concat(" shown") : count).concat(")");
    }

    /**
     * The start of a list.
     *
     * @param all of the list
     * @param top the most of it
     * @return so many
     */
    static <T> List<T> first(List<T> all, int top) {
        return all.subList(0, Math.min(top, all.size()));
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column: a number, a string, a truth value, a list of strings, a table; null for none
     * @return this
     */
    public Table add(Object... cells) {
        return add(row(cells));
    }

    /**
     * Adds a row.
     *
     * @param cells as {@link #row} makes them
     * @return this
     */
    public Table add(List<Object> cells) {
        rows.add(cells);
        return this;
    }

    /**
     * Adds the row of totals.
     *
     * @param cells as of other rows; their fields in JSON are those of an object {@code total}
     * @return this
     */
    public Table total(Object... cells) {
        total = row(cells);
        return this;
    }

    /** Joins columns, or cells. */
    @SafeVarargs
    static <T> List<T> joined(List<? extends T>... parts) {
        List<T> all = new ArrayList<>();
        for (List<? extends T> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    /** Makes a row for several tables. */
    static List<Object> row(Object... cells) {
        return Collections.unmodifiableList(Arrays.asList(cells));
    }

    /**
     * The name in JSON.
     *
     * @return empty if people alone read it
     */
    public String key() {
        return key;
    }

    /**
     * The line above.
     *
     * @return empty if programs alone read it
     */
    public String title() {
        return title;
    }

    /**
     * The columns.
     *
     * @return in the order of the cells
     */
    public List<Column> columns() {
        return columns;
    }

    /**
     * The rows.
     *
     * @return without the totals
     */
    public List<List<Object>> rows() {
        return Collections.unmodifiableList(rows);
    }

    /**
     * The row of totals.
     *
     * @return null if there is none
     */
    public List<Object> total() {
        return total;
    }
}
