package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Ages;
import java.util.ArrayList;
import java.util.List;

/** Reports as text for people. */
public final class ReportText {
    private ReportText() {}

    /**
     * Writes a report.
     *
     * @param report to be written
     * @param scale the unit of all byte figures
     * @return lines, each ended by a line feed; an empty one before each table but the first
     */
    public static String of(Report report, Scale scale) {
        return of(report.sections(), scale);
    }

    /** Writes sections. Where figures do not bear their unit, the first title names it. */
    static String of(List<Section> sections, Scale scale) {
        StringBuilder text = new StringBuilder(1024);
        boolean named = scale != Scale.B;
        for (Section section : sections) {
            if (section instanceof Lines lines) {
                lines.appendTo(text, scale);
            } else if (section instanceof Statements statements) {
                statements.lines().appendTo(text, scale);
            } else if (section instanceof Table table && !table.title().isEmpty()) {
                boolean names = !named && hasBytes(table);
                append(text, table, names ? ", in bytes\n" : "\n", scale);
                named |= names;
            }
        }
        return text.toString();
    }

    private static boolean hasBytes(Table table) {
        for (Column column : table.columns()) {
            if (column.kind() == Kind.BYTES && !column.title().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static void append(StringBuilder text, Table table, String afterTitle, Scale scale) {
        text.append(text.isEmpty() ? "" : "\n").append(table.title()).append(afterTitle);
        List<Integer> order = order(table.columns());
        TextTable shown = lined(table.columns(), order);
        for (List<Object> row : table.rows()) {
            shown.add(cells(table.columns(), order, row, scale));
        }
        if (table.total() != null) {
            shown.addTotal(cells(table.columns(), order, table.total(), scale));
        }
        shown.appendTo(text);
    }

    /** Returns the columns that are shown: a label first, names last. */
    private static List<Integer> order(List<Column> columns) {
        List<Integer> labels = new ArrayList<>();
        List<Integer> names = new ArrayList<>();
        List<Integer> figures = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Kind kind = columns.get(i).kind();
            if (!columns.get(i).title().isEmpty()) {
                (kind == Kind.LABEL ? labels : kind == Kind.NAME ? names : figures).add(i);
            }
        }
        labels.addAll(figures);
        labels.addAll(names);
        return labels;
    }

    private static TextTable lined(List<Column> columns, List<Integer> order) {
        String[] header = new String[order.size()];
        for (int i = 0; i < header.length; i++) {
            header[i] = columns.get(order.get(i)).title();
        }
        return columns.get(order.get(0)).kind() == Kind.LABEL
                ? TextTable.ofFigures(header)
                : TextTable.ofFiguresAndName(header);
    }

    private static String[] cells(List<Column> columns, List<Integer> order, List<Object> row, Scale scale) {
        String[] cells = new String[order.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(columns.get(order.get(i)).kind(), row.get(order.get(i)), scale);
        }
        return cells;
    }

    private static String cell(Kind kind, Object value, Scale scale) {
        if (!(value instanceof Number number)) {
            return value == null ? "" : value.toString();
        }
        long figure = number.longValue();
        if (kind == Kind.AGE) {
            return figure == 0 ? "" : Ages.format(figure);
        }
        return kind == Kind.BYTES ? scale.format(figure) : Scale.group(figure);
    }
}
