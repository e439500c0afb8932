package io.nmt.report.document;

import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Scale;
import io.nmt.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** For buffers of which sizes pools have places, and how many of these are free: of all pools, those that hold most. */
final class SizeClassTable {
    private static final int MOST_ROWS = 5;
    private static final long WHOLE_BYTES = 1024;

    /** A size of one of the pools. */
    private record Row(PoolDetails pool, SizeClass size) {}

    private SizeClassTable() {}

    /**
     * Writes them; nothing if none is known.
     *
     * @param top how many at most, and no more than five
     */
    static void append(StringBuilder text, PoolReading reading, Scale scale, int top) {
        List<Row> rows = new ArrayList<>();
        for (PoolDetails pool : reading.pools()) {
            pool.sizeClasses().forEach(size -> rows.add(new Row(pool, size)));
        }
        if (rows.isEmpty()) {
            return;
        }
        rows.sort(Comparator.comparingLong((Row row) -> row.size.heldBytes()).reversed());
        List<Row> shown = TableTitle.append(
                text, "\nBuffers by size, those that hold most first", rows, Math.min(top, MOST_ROWS));
        boolean exact = reading.sampling().intervalBytes() == 1;
        TextTable table = TextTable.ofFiguresAndName("Size", "Taken", "Places", "Free inside", "Allocator");
        for (Row row : shown) {
            SizeClass size = row.size;
            boolean known = !size.isEstimate();
            table.add(
                    sizeOf(size),
                    (known || exact ? "" : "~") + Scale.group(size.taken()),
                    known ? Scale.group(size.places()) : "",
                    known ? scale.format(size.freeBytes()) : "",
                    PoolFigures.simpleName(row.pool.pool().allocator()));
        }
        table.appendTo(text);
        List<String> notes = new ArrayList<>();
        if (shown.stream().anyMatch(row -> !row.size.isEstimate())) {
            notes.add("Places are for buffers of that size alone.");
            notes.add("Taken: by buffers, or kept for the next ones by threads.");
        }
        if (!exact && shown.stream().anyMatch(row -> row.size.isEstimate())) {
            notes.add("~ is an estimate from samples, of buffers alone.");
        }
        if (!notes.isEmpty()) {
            text.append(String.join(" ", notes)).append('\n');
        }
    }

    /** Exactly: sizes are not always whole KB. */
    static String sizeOf(SizeClass size) {
        return size.bytes() % WHOLE_BYTES == 0 ? Scale.KB.format(size.bytes()) : Scale.group(size.bytes()) + "B";
    }
}
