package io.nmt.cli.top;

import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The user's place: a list, a part of it, or the stack of one of its sites; its order, its chosen row. */
final class Place {
    private final Listing listing;
    private final Row above;
    private final boolean stack;
    private final List<ListColumn> sortable;
    private int sortedBy;
    private boolean reversed;
    private String chosen; // its key; null for the first row
    private int line; // of a stack

    private Place(Listing listing, Row above, boolean stack) {
        this.listing = listing;
        this.above = above;
        this.stack = stack;
        this.sortable = ListColumn.of(listing).stream()
                .filter(column -> column.order() != null)
                .toList();
    }

    static Place of(Listing listing) {
        return new Place(listing, null, false);
    }

    /** The place below a row. */
    static Place below(Row row) {
        Listing below = row.listing().below();
        return below == null ? new Place(row.listing(), row, true) : new Place(below, row, false);
    }

    Listing listing() {
        return listing;
    }

    /** The row that led here; null of a list that is chosen from. */
    Row above() {
        return above;
    }

    boolean isStack() {
        return stack;
    }

    /** The query to the process. */
    Query query(boolean withPast) {
        return new Query(listing, stack ? above.key() : null, withPast);
    }

    ListColumn sortedBy() {
        return sortable.get(sortedBy);
    }

    boolean isReversed() {
        return reversed;
    }

    void sortBy(int step) {
        sortedBy = Math.floorMod(sortedBy + step, sortable.size());
        reversed = false;
    }

    void reverse() {
        reversed = !reversed;
    }

    /** Its rows in order; null if they were not read yet. */
    List<Row> rows(Model model, String filter) {
        List<Row> all = model.rows(listing);
        if (all == null) {
            return null;
        }
        String wanted = filter.toLowerCase(Locale.ROOT);
        List<Row> rows = new ArrayList<>();
        for (Row row : all) {
            if ((above == null || above.group().equals(row.group()))
                    && (row.name().toLowerCase(Locale.ROOT).contains(wanted)
                            || row.group().toLowerCase(Locale.ROOT).contains(wanted))) {
                rows.add(row);
            }
        }
        Comparator<Row> order = sortedBy().order();
        rows.sort((reversed ? order.reversed() : order).thenComparing(Row::key));
        return rows;
    }

    /** The index of the row that is chosen; 0 if it is there no more. */
    int chosen(List<Row> rows) {
        for (int i = 0; chosen != null && i < rows.size(); i++) {
            if (chosen.equals(rows.get(i).key())) {
                return i;
            }
        }
        return 0;
    }

    /** Chooses a row, as near to that index as there is one; the first one stays the first, whichever that will be. */
    void choose(int index, List<Row> rows) {
        int nearest = Math.max(0, Math.min(rows.size() - 1, index));
        chosen = nearest == 0 ? null : rows.get(nearest).key();
    }

    int line() {
        return line;
    }

    void scrollTo(int first, int lines, int shown) {
        line = Math.max(0, Math.min(first, lines - shown));
    }
}
