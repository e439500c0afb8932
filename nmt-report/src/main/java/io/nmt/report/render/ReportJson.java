package io.nmt.report.render;

import io.nmt.report.document.Answer;
import io.nmt.report.document.Column;
import io.nmt.report.document.Curve;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Marked;
import io.nmt.report.document.Part;
import io.nmt.report.document.Period;
import io.nmt.report.document.Plot;
import io.nmt.report.document.Report;
import io.nmt.report.document.Report.Section;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports as JSON, an object on one line. For programs: fields, and arrays of objects whose fields have the keys of the
 * columns; a cell without a value has no field. For the command line: what people read, as titles, rows and lines.
 */
public final class ReportJson {
    private final Json json;
    private String object = ""; // the nested one that is being written

    private ReportJson(Json json) {
        this.json = json;
    }

    /**
     * Writes a report for programs.
     *
     * @param report to be written
     * @return an object
     */
    public static String of(Report report) {
        Json json = new Json().object();
        append(json, report);
        return json.endObject().toString();
    }

    /** Writes the fields of a report into an object. */
    static void append(Json json, Report report) {
        for (Section section : report.sections()) {
            append(json, section);
        }
    }

    /** Writes the fields of a section into an object. */
    static void append(Json json, Section section) {
        if (section instanceof Facts facts) {
            ReportJson fields = new ReportJson(json);
            for (Map.Entry<String, Object> fact : facts.values().entrySet()) {
                fields.field(fact.getKey(), fact.getValue());
            }
            fields.within("");
        } else if (section instanceof Part part && !part.key().isEmpty()) {
            json.object(part.key());
            part.sections().forEach(each -> append(json, each));
            json.endObject();
        } else if (section instanceof Statements judged) {
            StatementJson.append(json, judged.statements());
        } else if (section instanceof Table table && !table.key().isEmpty()) {
            append(json, table.key(), table);
            if (table.total() != null) {
                json.object("total");
                fields(json, table.columns(), table.total());
                json.endObject();
            }
        }
    }

    private static void append(Json json, String key, Table table) {
        json.array(key);
        for (List<Object> row : table.rows()) {
            json.object();
            fields(json, table.columns(), row);
            json.endObject();
        }
        json.endArray();
    }

    private static void fields(Json json, List<Column> columns, List<Object> row) {
        ReportJson fields = new ReportJson(json);
        for (int i : grouped(columns)) {
            Column column = columns.get(i);
            Object cell = i < row.size() ? row.get(i) : null;
            if (cell != null && !column.key().isEmpty() && !(column.kind().isFigure() && cell instanceof String)) {
                fields.field(column.key(), cell);
            }
        }
        fields.within("");
    }

    /** The columns of an object follow each other, in whatever order people read them. */
    private static Collection<Integer> grouped(List<Column> columns) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            groups.computeIfAbsent(object(columns.get(i).key()), object -> new ArrayList<>())
                    .add(i);
        }
        return groups.values().stream().flatMap(List::stream).toList();
    }

    private static String object(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('.')));
    }

    private void field(String key, Object value) {
        within(object(key));
        String name = key.substring(key.lastIndexOf('.') + 1);
        if (value instanceof Table table) {
            append(json, name, table);
        } else if (value instanceof Statements judged) {
            append(json, judged);
        } else if (value instanceof Collection<?> strings) {
            json.strings(name, strings);
        } else if (value instanceof Boolean truth) {
            json.field(name, truth.booleanValue());
        } else if (value instanceof Number number) {
            json.field(name, number.longValue());
        } else {
            json.field(name, value);
        }
    }

    /** Writes what follows into the object of that name; empty for the outer one. */
    private void within(String other) {
        if (!other.equals(object)) {
            if (!object.isEmpty()) {
                json.endObject();
            }
            if (!other.isEmpty()) {
                json.object(other);
            }
            object = other;
        }
    }

    /**
     * Writes what people read of a report, for a reader that knows their terminal.
     *
     * @param report to be written
     * @return an object
     */
    public static String document(Report report) {
        Json json = new Json().object().field("atMillis", report.atMillis()).array("sections");
        document(json, report.sections());
        return json.endArray().endObject().toString();
    }

    private static void document(Json json, List<Section> sections) {
        for (Section section : sections) {
            if (section instanceof Lines lines) {
                document(json, lines);
            } else if (section instanceof Answer answer) {
                document(json, answer.lines());
            } else if (section instanceof Table table && !table.title().isEmpty()) {
                document(json, table);
            } else if (section instanceof Statements) {
                append(json.object(), section);
                json.endObject();
            } else if (section instanceof Plot plot) {
                json.object().field("from", plot.from()).field("to", plot.to()).array("plot");
                plot.curve().most().forEach(json::value);
                json.endArray().endObject();
            } else if (section instanceof Part part) {
                document(json, part.sections());
            }
        }
    }

    private static void document(Json json, Lines lines) {
        json.object().array("lines");
        lines.parts().forEach(part -> value(json, part));
        json.endArray().endObject();
    }

    private static void document(Json json, Table table) {
        json.object().field("title", table.title()).array("columns");
        for (Column column : table.columns()) {
            if (!column.title().isEmpty()) {
                json.object()
                        .field("title", column.title())
                        .field("kind", column.kind())
                        .endObject();
            }
        }
        json.endArray().array("rows");
        table.rows().forEach(row -> cells(json.array(), table.columns(), row));
        json.endArray();
        if (table.total() != null) {
            cells(json.array("total"), table.columns(), table.total());
        }
        json.endObject();
    }

    private static void cells(Json json, List<Column> columns, List<Object> row) {
        for (int i = 0; i < row.size(); i++) {
            if (!columns.get(i).title().isEmpty()) {
                value(json, row.get(i));
            }
        }
        json.endArray();
    }

    private static void value(Json json, Object value) {
        if (value == null) {
            json.value((Long) null);
        } else if (value instanceof Number number) {
            json.value(number.longValue());
        } else if (value instanceof Instant time) {
            json.object().field("time", time).endObject();
        } else if (value instanceof Period period) {
            json.object().field("from", period.from()).field("to", period.to()).endObject();
        } else if (value instanceof Marked marked) {
            json.object()
                    .field("figure", marked.figure())
                    .field("mark", marked.mark())
                    .endObject();
        } else if (value instanceof Curve curve) {
            json.array();
            curve.most().forEach(json::value);
            json.endArray();
        } else {
            json.value(value.toString());
        }
    }
}
