package io.nmt.cli.top;

import io.nmt.cli.json.JsonReader;
import io.nmt.cli.json.StatementReader;
import io.nmt.report.document.SafeText;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.render.Json;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON that {@link io.nmt.report.top.TopReport} becomes. A stranger's process may have written it, so names
 * are made safe. Fields of a later agent are passed over.
 */
public final class ReadingReader {
    private ReadingReader() {}

    /**
     * Reads an answer.
     *
     * @param json the whole of it
     * @return the reading
     * @throws IllegalArgumentException if it is something else
     */
    public static Reading read(String json) {
        Map<String, Object> fields = JsonReader.object(json);
        if (!(fields.get("process") instanceof Map<?, ?> process)) {
            throw new IllegalArgumentException("it names no process");
        }
        ReadingBuilder reading = new ReadingBuilder()
                .statements(StatementReader.read(fields.get("statements")), number(fields, "atMillis"))
                .trackedPeak(number(fields, "trackedPeakBytes"))
                .notTracked(name(fields, "notTracked"));
        Map<?, ?> figures = map(fields.get("figures"));
        for (HistoryFigure figure : HistoryFigure.values()) {
            if (figures.get(figure.key()) instanceof Long value) {
                reading.figure(figure, value);
            }
        }
        Map<?, ?> lengths = map(fields.get("lengths"));
        for (Listing listing : Listing.values()) {
            if (lengths.get(Json.key(listing)) instanceof Long rows) {
                reading.length(listing, (int) Math.min(Integer.MAX_VALUE, rows));
            }
            list(fields.get(Json.key(listing))).forEach(row -> reading.row(row(listing, map(row))));
        }
        list(fields.get("stack")).forEach(line -> reading.stack(SafeText.name(String.valueOf(line))));
        for (Object value : list(fields.get("past"))) {
            Map<?, ?> parts = map(value);
            reading.past(name(parts, "series"), number(parts, "ageMillis"), number(parts, "value"));
        }
        return reading.build(target(process));
    }

    private static Row row(Listing listing, Map<?, ?> fields) {
        return new Row(
                listing,
                name(fields, "key"),
                name(fields, "group"),
                name(fields, "name"),
                number(fields, listing.amountKey()),
                number(fields, listing.errorKey()),
                number(fields, listing.countKey()),
                number(fields, listing.extraKey()),
                number(fields, listing.growthKey()),
                number(fields, listing.growthErrorKey()),
                Boolean.TRUE.equals(fields.get("growing")));
    }

    private static Target target(Map<?, ?> fields) {
        return new Target(
                name(fields, "name"),
                (int) number(fields, "jdk"),
                number(fields, "trackedMillis"),
                number(fields, "sampledBytes"),
                number(fields, "heapMaxBytes"),
                number(fields, "tookNanos"));
    }

    private static String name(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String string ? SafeText.name(string) : "";
    }

    private static long number(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Long number ? number : Row.UNKNOWN;
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
