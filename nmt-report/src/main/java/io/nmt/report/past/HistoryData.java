package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.core.model.Coverage;
import io.nmt.report.document.Column;
import io.nmt.report.document.CoverageLines;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Report;
import io.nmt.report.document.StatementText;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.render.Json;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Builds the report on the past for programs: its points are many, so what people read is built without them. */
public final class HistoryData {
    private static final List<Column> CATEGORIES = data("category", "bytes", "count", "highestBytes");
    private static final List<Column> SITE_BYTES = data("site", "liveBytes");
    private static final List<Column> SITES = data("site", "type", "name");
    private static final List<Column> RISES = data(
            "kind", "name", "site", "since", "forMillis", "fromBytes", "toBytes", "bytesPerMinute", "mayBeGarbage");
    private static final List<Column> EVENTS = data("time", "text");

    private HistoryData() {}

    private static List<Column> data(String... keys) {
        return List.of(keys).stream().map(Column::data).toList();
    }

    /**
     * Builds it.
     *
     * @param reading to be written
     * @param statements on its growth
     * @param coverage of its figures
     * @return the report; figures that are not known are left out
     */
    public static Report of(HistoryReading reading, List<Statement> statements, Coverage coverage) {
        Table sites = Table.data("sites", SITES);
        reading.sites().forEach((id, site) -> sites.add(id, site.category(), site));
        Table rising = Table.data("rising", RISES);
        for (Rising each : reading.rising()) {
            Rise rise = each.rise();
            rising.add(
                    Json.key(each.kind()),
                    each.name(),
                    each.kind() == Rising.Kind.SITE ? each.id() : null,
                    Instant.ofEpochMilli(rise.sinceMillis()),
                    rise.forMillis(),
                    rise.fromBytes(),
                    rise.toBytes(),
                    rise.bytesPerMinute(),
                    reading.mayBeGarbage(each));
        }
        Table events = Table.data("events", EVENTS);
        reading.events().forEach(event -> events.add(Instant.ofEpochMilli(event.millis()), event.text()));
        Times times = new Times(ZoneOffset.UTC, reading.endMillis());
        return new Report(
                List.of(
                        points(reading.points()),
                        sites,
                        rising,
                        events,
                        new Facts().add("lostPoints", reading.lostPoints()),
                        new Statements(statements),
                        new Facts().add("findings", StatementText.of(statements, times)),
                        CoverageLines.facts(coverage)),
                reading.endMillis());
    }

    private static Table points(List<HistoryPoint> points) {
        List<Column> columns = new ArrayList<>(data("time"));
        for (HistoryFigure figure : HistoryFigure.values()) {
            columns.addAll(data(figure.key(), figure.key().concat("Highest")));
        }
        columns.addAll(data("categories", "sites"));
        Table table = Table.data("points", columns);
        for (HistoryPoint point : points) {
            List<Object> row = new ArrayList<>();
            row.add(Instant.ofEpochMilli(point.millis()));
            for (HistoryFigure figure : HistoryFigure.values()) {
                long value = point.get(figure);
                row.add(value == HistoryPoint.UNKNOWN ? null : value);
                row.add(point.highest(figure) > value ? point.highest(figure) : null);
            }
            Table categories = Table.data("categories", CATEGORIES);
            point.categories()
                    .forEach((id, usage) -> categories.add(
                            Category.withId(id).name(), usage.bytes(), usage.count(), usage.highestBytes()));
            row.add(categories);
            Table sites = Table.data("sites", SITE_BYTES);
            point.sites().forEach((id, bytes) -> sites.add(id, bytes));
            row.add(sites);
            table.add(row);
        }
        return table;
    }

    /**
     * Writes points as comma-separated values: a line for each, after one with the columns' names. What is not known is
     * empty.
     *
     * @param reading to be written
     * @return lines, each ended by a line feed
     */
    public static String csv(HistoryReading reading) {
        List<HistoryPoint> points = reading.points();
        StringBuilder text = new StringBuilder("time");
        for (HistoryFigure figure : HistoryFigure.values()) {
            text.append(',').append(figure.key());
        }
        for (int id : HistoryReading.categories(points)) {
            text.append(",\"")
                    .append(Category.withId(id).name().replace("\"", "\"\""))
                    .append('"');
        }
        text.append('\n');
        for (HistoryPoint point : points) {
            text.append(Instant.ofEpochMilli(point.millis()));
            for (HistoryFigure figure : HistoryFigure.values()) {
                long value = point.get(figure);
                text.append(',').append(value == HistoryPoint.UNKNOWN ? "" : Long.toString(value));
            }
            for (int id : HistoryReading.categories(points)) {
                HistoryPoint.Usage usage = point.categories().get(id);
                text.append(',').append(usage == null ? 0 : usage.bytes());
            }
            text.append('\n');
        }
        return text.toString();
    }
}
