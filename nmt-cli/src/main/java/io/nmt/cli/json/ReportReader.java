package io.nmt.cli.json;

import io.nmt.report.document.Column;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Curve;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Marked;
import io.nmt.report.document.Period;
import io.nmt.report.document.Plot;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the documents that {@link io.nmt.report.render.ReportJson} writes. */
public final class ReportReader {
    private static final int MOST_PARTS = 1000;

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
            sections.add(section(parts));
        }
        return new Report(sections, number(fields.get("atMillis")));
    }

    private static Section section(Map<?, ?> parts) {
        if (parts.get("lines") instanceof List<?> lines) {
            return lines(lines);
        }
        if (parts.get("plot") instanceof List<?> curve) {
            return new Plot(time(parts.get("from")), time(parts.get("to")), curve(curve));
        }
        return parts.containsKey("statements")
                ? new Statements(StatementReader.withNext(parts.get("statements")))
                : table(parts);
    }

    private static Lines lines(List<?> parts) {
        List<Object> read = new ArrayList<>();
        for (Object part : parts) {
            Object value = value(part);
            if (!(value instanceof String
                    || value instanceof Long
                    || value instanceof Instant
                    || value instanceof Period)) {
                throw new IllegalArgumentException("lines of neither words nor figures");
            }
            read.add(value);
        }
        return new Lines(read);
    }

    /** Reads a value that JSON has as an object or an array; others are as they are. */
    private static Object value(Object value) {
        if (value instanceof List<?> curve) {
            return curve(curve);
        }
        if (!(value instanceof Map<?, ?> fields)) {
            return value;
        }
        if (fields.containsKey("mark")) {
            return new Marked(number(fields.get("figure")), String.valueOf(fields.get("mark")));
        }
        return fields.containsKey("time")
                ? time(fields.get("time"))
                : new Period(time(fields.get("from")), time(fields.get("to")));
    }

    private static Curve curve(List<?> values) {
        if (values.size() > MOST_PARTS) {
            throw new IllegalArgumentException("a curve of " + values.size() + " parts");
        }
        List<Long> most = new ArrayList<>();
        values.forEach(value -> most.add(value == null ? null : (Long) number(value)));
        return new Curve(most);
    }

    private static long number(Object value) {
        return value instanceof Long number ? number : 0;
    }

    private static Instant time(Object value) {
        return Instant.ofEpochMilli(Math.max(0, StatementReader.millis(value)));
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
        cells.replaceAll(ReportReader::value);
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
