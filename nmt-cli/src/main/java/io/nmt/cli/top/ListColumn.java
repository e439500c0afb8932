package io.nmt.cli.top;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Amounts;
import io.nmt.report.model.Ages;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Row;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A column of a list. Immutable.
 *
 * @param title over it
 * @param leastColumns how wide a screen must be to have it
 * @param text of a row; null of {@link #PAST}
 * @param bytes its figure, if that is one of bytes; null if it is none
 * @param order of rows by it, the first one first; null if they are not sorted by it
 */
record ListColumn(String title, int leastColumns, Text text, ToLongFunction<Row> bytes, Comparator<Row> order) {
    /** The line of the last five minutes. */
    static final ListColumn PAST = new ListColumn("Last 5 min", 60, null, null, null);

    /** The text of a figure that is not known, or not yet. */
    static final String UNKNOWN = "?";

    private static final int WIDE_COLUMNS = 100;
    private static final ListColumn ERROR = bytes("±", Row::error);
    private static final ListColumn HANDLE_ERROR = count("±", Row::error);
    private static final ListColumn OLDEST = figure(
            "Oldest",
            WIDE_COLUMNS,
            (row, unit) -> row.amount() == 0 ? "" : Ages.format(Math.max(0, row.extra())),
            null,
            Row::extra);
    private static final ListColumn GROWTH =
            figure("Growth/min ", 0, ListColumn::growth, Row::growthPerMinute, Row::growthPerMinute);

    private static final List<ListColumn> OF_SITES = List.of(
            bytes("Bytes", Row::amount),
            ERROR,
            count("Blocks", Row::count),
            GROWTH,
            OLDEST,
            PAST,
            name("Allocated at"));

    private static final Map<Listing, List<ListColumn>> OF = all();

    /** The text of a cell; bytes in a unit as of {@link Amounts#unit}. */
    interface Text {
        String of(Row row, int unit);
    }

    boolean isGrowth() {
        return equals(GROWTH);
    }

    /** The unit that suits the largest of its figures. */
    int unit(List<Row> rows) {
        int unit = 0;
        for (Row row : rows) {
            long figure = bytes == null ? Row.UNKNOWN : bytes.applyAsLong(row);
            unit = figure == Row.UNKNOWN ? unit : Math.max(unit, Amounts.columnUnit(Math.abs(figure)));
        }
        return unit;
    }

    /** True if it is drawn, and has no text. */
    boolean isPast() {
        return text == null;
    }

    /** The columns of a list, the name last. */
    static List<ListColumn> of(Listing listing) {
        return OF.get(listing);
    }

    private static Map<Listing, List<ListColumn>> all() {
        Map<Listing, List<ListColumn>> all = new EnumMap<>(Listing.class);
        for (Listing listing : Listing.values()) {
            all.put(listing, columns(listing));
        }
        return all;
    }

    private static List<ListColumn> columns(Listing listing) {
        return switch (listing) {
            case CATEGORIES ->
                List.of(
                        bytes("Bytes", Row::amount),
                        bytes("Peak", Row::extra),
                        count("Blocks", Row::count),
                        GROWTH,
                        PAST,
                        name("Category"));
            case SITES, CATEGORY_SITES -> OF_SITES;
            case POOLS ->
                List.of(
                        bytes("Bytes", Row::amount),
                        bytes("In use", Row::extra),
                        count("Chunks", Row::count),
                        GROWTH,
                        PAST,
                        name("Allocator"));
            case POOL_SITES ->
                List.of(
                        bytes("Bytes", Row::amount),
                        ERROR,
                        count("Buffers", Row::count),
                        GROWTH,
                        OLDEST,
                        PAST,
                        name("Taken at"));
            case HANDLES ->
                List.of(
                        count("Open", Row::amount),
                        count("Created", Row::count),
                        count("Lost", Row::extra),
                        HANDLE_ERROR,
                        GROWTH,
                        PAST,
                        name("Class"));
            case HANDLE_SITES ->
                List.of(
                        count("Open", Row::amount),
                        HANDLE_ERROR,
                        count("Lost", Row::count),
                        GROWTH,
                        OLDEST,
                        PAST,
                        name("Created at"));
        };
    }

    private static ListColumn figure(
            String title, int leastColumns, Text text, ToLongFunction<Row> bytes, ToLongFunction<Row> figure) {
        return new ListColumn(
                title,
                leastColumns,
                text,
                bytes,
                Comparator.comparingLong(figure).reversed());
    }

    private static ListColumn bytes(String title, ToLongFunction<Row> figure) {
        return figure(title, 0, (row, unit) -> bytes(figure.applyAsLong(row), unit), figure, figure);
    }

    private static ListColumn count(String title, ToLongFunction<Row> figure) {
        return figure(title, 0, (row, unit) -> count(figure.applyAsLong(row)), null, figure);
    }

    private static ListColumn name(String title) {
        return new ListColumn(title, 0, (row, unit) -> row.name(), null, Comparator.comparing(Row::name));
    }

    private static String bytes(long figure, int unit) {
        return figure == Row.UNKNOWN ? UNKNOWN : Amounts.inUnit(figure, unit);
    }

    private static String count(long figure) {
        return figure == Row.UNKNOWN ? UNKNOWN : Scale.group(figure);
    }

    /** The growth of a row, with a mark behind it beyond chance. */
    private static String growth(Row row, int unit) {
        long perMinute = row.growthPerMinute();
        return (row.listing().isOfHandles() ? count(perMinute) : bytes(perMinute, unit)) + (row.growing() ? "!" : " ");
    }
}
