package io.nmt.report.document;

import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.LedgerLine;
import io.nmt.report.model.LedgerLine.Figure;
import io.nmt.report.model.LedgerLine.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builds the table of memory from limits to pages. */
public final class LedgerTable {
    private static final String AT_MOST = "*";
    private static final String ESTIMATE = "~";

    private LedgerTable() {}

    /**
     * Builds it for people and programs.
     *
     * @param lines of a reading
     * @return a part of a report; nothing without lines
     */
    public static List<Section> of(List<LedgerLine> lines) {
        if (lines.isEmpty()) {
            return List.of();
        }
        List<Column> keys = new ArrayList<>(List.of(Column.data("area")));
        List<Column> columns = new ArrayList<>(List.of(new Column("", "Area", Kind.LABEL)));
        for (Stage stage : Stage.values()) {
            String name = stage.name().toLowerCase(Locale.ROOT);
            keys.add(Column.data(name));
            columns.add(Column.bytes("", stage.name().charAt(0) + name.substring(1)));
        }
        keys.add(Column.data("accuracy"));
        Table data = Table.data("ledger", keys);
        Table table = new Table("", "From limit to memory", columns);
        boolean isMarked = false;
        for (LedgerLine line : lines) {
            List<Object> bytes = new ArrayList<>(List.of(line.area()));
            List<Object> cells = new ArrayList<>(List.of(line.area()));
            List<String> bounds = new ArrayList<>();
            for (Stage stage : Stage.values()) {
                Figure figure = line.figures().get(stage);
                boolean isExact = figure == null || figure.accuracy() == Accuracy.EXACT;
                bytes.add(figure == null ? null : (Object) figure.bytes());
                cells.add(
                        isExact
                                ? figure == null ? null : (Object) figure.bytes()
                                : new Marked(
                                        figure.bytes(), figure.accuracy() == Accuracy.BOUNDED ? AT_MOST : ESTIMATE));
                if (!isExact) {
                    bounds.add(stage.name().toLowerCase(Locale.ROOT) + " "
                            + figure.accuracy().label());
                }
            }
            isMarked |= !bounds.isEmpty();
            bytes.add(bounds.isEmpty() ? Accuracy.EXACT.label() : String.join(", ", bounds));
            data.add(bytes);
            table.add(cells);
        }
        return List.of(
                data,
                table,
                new Lines((isMarked ? AT_MOST + " at most, " + ESTIMATE + " estimate, the rest exact. " : "")
                        + "Do not add lines: malloc includes Java code's memory.\n"));
    }
}
