package io.nmt.cli.json;

import io.nmt.report.document.Column;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the documents that {@link io.nmt.report.document.ReportJson} writes. */
public final class ReportReader {
    private ReportReader() {}

    /**
     * Reads a report, as far as people see it.
     *
     * @param document JSON; a stranger may have written it
     * @return the report
     * @throws IllegalArgumentException if it is none
     */
    public static Report read(String document) {
        Map<String, Object> fields = JsonReader.object(document);
        List<Section> sections = new ArrayList<>();
        for (Object section : list(fields.get("sections"))) {
            Map<?, ?> parts = map(section);
            sections.add(parts.get("lines") instanceof List<?> lines ? lines(lines) : table(parts));
        }
        return new Report(sections, fields.get("largestBytes") instanceof Long largest ? largest : 0);
    }

    private static Lines lines(List<?> parts) {
        for (Object part : parts) {
            if (!(part instanceof String || part instanceof Long)) {
                throw new IllegalArgumentException("lines of neither words nor bytes");
            }
        }
        return new Lines(List.copyOf(parts));
    }

    private static Table table(Map<?, ?> fields) {
        List<Column> columns = new ArrayList<>();
        for (Object column : list(fields.get("columns"))) {
            Map<?, ?> parts = map(column);
            columns.add(new Column(
                    "", String.valueOf(parts.get("title")), Kind.valueOf(String.valueOf(parts.get("kind")))));
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a table without columns");
        }
        Table table = new Table("", String.valueOf(fields.get("title")), columns);
        for (Object row : list(fields.get("rows"))) {
            table.add(cells(row, columns));
        }
        if (fields.get("total") != null) {
            table.total(cells(fields.get("total"), columns).toArray());
        }
        return table;
    }

    private static List<Object> cells(Object row, List<Column> columns) {
        List<Object> cells = list(row);
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells");
        }
        return cells;
    }

    private static List<Object> list(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("no list");
        }
        return new ArrayList<>(list);
    }

    private static Map<?, ?> map(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("no object");
        }
        return map;
    }
}
