package io.nmt.bench.support;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in GitHub's Markdown: the first column to the left, the others to the right. Not thread-safe. */
public final class MarkdownTable {
    private final int columns;
    private final List<String> lines = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param heads of the columns
     */
    public MarkdownTable(List<String> heads) {
        columns = heads.size();
        row(heads);
        List<String> alignment = new ArrayList<>(Collections.nCopies(columns, "---:"));
        alignment.set(0, "---");
        row(alignment);
    }

    /**
     * A table without rows.
     *
     * @param heads of the columns
     */
    public MarkdownTable(String... heads) {
        this(List.of(heads));
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column
     */
    public void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns: " + cells);
        }
        lines.add("| " + String.join(" | ", cells) + " |");
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column
     */
    public void row(String... cells) {
        row(List.of(cells));
    }

    /**
     * Prints the table and an empty line.
     *
     * @param out to be printed to
     */
    public void print(PrintStream out) {
        lines.forEach(out::println);
        out.println();
    }
}
