package io.nmt.report.document;

import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SizeClass;
import io.nmt.report.document.Report.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** For buffers of which sizes pools have places, and how many of these are free: of all pools, those that hold most. */
final class SizeClassTable {
    private static final int MOST_ROWS = 5;
    private static final long WHOLE_BYTES = 1024;

    private static final List<Column> COLUMNS = List.of(
            Column.bytes("", "Size"),
            Column.count("", "Taken"),
            Column.count("", "Places"),
            Column.bytes("", "Free inside"),
            Column.name("", "Allocator"));

    private static final List<Column> DATA = List.of(Column.data("bytes"), Column.data("taken"), Column.data("places"));

    /** A size of one of the pools. */
    private record Row(PoolDetails pool, SizeClass size) {}

    private SizeClassTable() {}

    /**
     * Adds them; nothing if none is known.
     *
     * @param top how many at most, and no more than five
     */
    static void add(List<Section> sections, PoolReading reading, int top) {
        List<Row> rows = new ArrayList<>();
        for (PoolDetails pool : reading.pools()) {
            pool.sizeClasses().forEach(size -> rows.add(new Row(pool, size)));
        }
        if (rows.isEmpty()) {
            return;
        }
        rows.sort(Comparator.comparingLong((Row row) -> row.size.heldBytes()).reversed());
        List<Row> shown = Table.first(rows, Math.min(top, MOST_ROWS));
        boolean exact = reading.sampling().intervalBytes() == 1;
        Table table = new Table(
                "", Table.title("Buffers by size, those that hold most first", rows.size(), shown.size()), COLUMNS);
        for (Row row : shown) {
            SizeClass size = row.size;
            boolean known = !size.isEstimate();
            table.add(
                    sizeOf(size),
                    (known || exact ? "" : "~") + Scale.group(size.taken()),
                    known ? size.places() : null,
                    known ? size.freeBytes() : null,
                    PoolFigures.simpleName(row.pool.pool().allocator()));
        }
        sections.add(table);
        sections.add(new Lines(notes(shown, exact)));
    }

    private static String notes(List<Row> shown, boolean exact) {
        List<String> notes = new ArrayList<>();
        if (shown.stream().anyMatch(row -> !row.size.isEstimate())) {
            notes.add("Each place fits one buffer of that size.");
            notes.add("Taken: by buffers and by caches of threads.");
        }
        if (!exact && shown.stream().anyMatch(row -> row.size.isEstimate())) {
            notes.add("~: estimate from samples, buffers only.");
        }
        return notes.isEmpty() ? "" : String.join(" ", notes) + "\n";
    }

    /** Builds those of one pool, for programs. */
    static Table data(List<SizeClass> sizes) {
        Table table = Table.data("sizeClasses", DATA);
        for (SizeClass size : sizes) {
            table.add(size.bytes(), size.taken(), size.isEstimate() ? null : size.places());
        }
        return table;
    }

    /** Exactly: sizes are not always whole KB. */
    static String sizeOf(SizeClass size) {
        return size.bytes() % WHOLE_BYTES == 0
                ? Scale.group(size.bytes() / WHOLE_BYTES).concat(" KB")
                : Scale.group(size.bytes()).concat(" B");
    }
}
