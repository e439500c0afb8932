package io.nmt.report.past;

import io.nmt.core.model.Category;
import io.nmt.report.document.Json;
import io.nmt.report.document.StatementJson;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** A history for programs: as JSON, or as comma-separated values. */
public final class HistoryJson {
    private HistoryJson() {}

    /**
     * As JSON.
     *
     * @param reading to be written
     * @param statements on its growth
     * @return one line, without a line feed; figures that are not known are left out
     */
    public static String of(HistoryReading reading, List<Statement> statements) {
        Json json = new Json().object().array("points");
        for (HistoryPoint point : reading.points()) {
            json.object().field("time", Instant.ofEpochMilli(point.millis()));
            for (HistoryFigure figure : HistoryFigure.values()) {
                if (point.get(figure) != HistoryPoint.UNKNOWN) {
                    json.field(name(figure), point.get(figure));
                }
                if (point.highest(figure) > point.get(figure)) {
                    json.field(name(figure) + "Highest", point.highest(figure));
                }
            }
            json.array("categories");
            point.categories()
                    .forEach((id, usage) -> json.object()
                            .field("category", Category.withId(id).name())
                            .field("bytes", usage.bytes())
                            .field("count", usage.count())
                            .field("highestBytes", usage.highestBytes())
                            .endObject());
            json.endArray().array("sites");
            point.sites()
                    .forEach((id, bytes) -> json.object()
                            .field("site", id.longValue())
                            .field("liveBytes", bytes.longValue())
                            .endObject());
            json.endArray().endObject();
        }
        json.endArray().array("sites");
        reading.sites()
                .forEach((id, site) -> json.object()
                        .field("site", id.longValue())
                        .field("type", site.category())
                        .field("name", site)
                        .endObject());
        json.endArray().array("rising");
        for (HistoryReading.Rising rising : reading.rising()) {
            Rise rise = rising.rise();
            json.object()
                    .field("kind", rising.kind().name().toLowerCase(Locale.ROOT))
                    .field("name", rising.name());
            if (rising.kind() == HistoryReading.Kind.SITE) {
                json.field("site", rising.id());
            }
            json.field("since", Instant.ofEpochMilli(rise.sinceMillis()))
                    .field("forMillis", rise.forMillis())
                    .field("fromBytes", rise.fromBytes())
                    .field("toBytes", rise.toBytes())
                    .field("bytesPerMinute", rise.bytesPerMinute())
                    .field("mayBeGarbage", reading.mayBeGarbage(rising))
                    .endObject();
        }
        json.endArray().array("events");
        for (HistoryEvent event : reading.events()) {
            json.object()
                    .field("time", Instant.ofEpochMilli(event.millis()))
                    .field("text", event.text())
                    .endObject();
        }
        json.endArray().field("lostPoints", reading.lostPoints());
        StatementJson.append(json, statements);
        return json.strings("findings", StatementText.of(statements, new Times(ZoneOffset.UTC, reading.endMillis())))
                .endObject()
                .toString();
    }

    /**
     * As comma-separated values: a line for each point, after one with the columns' names. What is not known is empty.
     *
     * @param reading to be written
     * @return lines, each ended by a line feed
     */
    public static String csv(HistoryReading reading) {
        List<HistoryPoint> points = reading.points();
        StringBuilder text = new StringBuilder("time");
        for (HistoryFigure figure : HistoryFigure.values()) {
            text.append(',').append(name(figure));
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

    /** Such as {@code heapUsedBytes}. */
    private static String name(HistoryFigure figure) {
        StringBuilder name = new StringBuilder();
        boolean upper = false;
        for (char c : figure.name().toLowerCase(Locale.ROOT).toCharArray()) {
            if (c != '_') {
                name.append(upper ? Character.toUpperCase(c) : c);
            }
            upper = c == '_';
        }
        return figure.isBytes() ? name.append("Bytes").toString() : name.toString();
    }
}
