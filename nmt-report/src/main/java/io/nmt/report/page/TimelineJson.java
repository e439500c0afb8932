package io.nmt.report.page;

import io.nmt.core.model.Category;
import io.nmt.report.document.Json;
import io.nmt.report.document.SafeText;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The use of memory over time: of each time the most. */
final class TimelineJson {
    private static final Map<HistoryFigure, String> LINES = new LinkedHashMap<>();

    static {
        LINES.put(HistoryFigure.RSS, "RSS");
        LINES.put(HistoryFigure.LIMIT, "Limit");
        LINES.put(HistoryFigure.HEAP_USED, "Heap used");
        LINES.put(HistoryFigure.HEAP, "Heap committed");
        LINES.put(HistoryFigure.CGROUP, "Container memory");
        LINES.put(HistoryFigure.SWAP, "Swap");
        LINES.put(HistoryFigure.POOLED, "In pools");
        LINES.put(HistoryFigure.THREADS, "Threads");
    }

    private TimelineJson() {}

    static void append(Json json, List<HistoryPoint> points) {
        json.array("times");
        points.forEach(point -> json.value(point.millis()));
        json.endArray().array("series");
        List<Map<Integer, HistoryPoint.Usage>> usages = new ArrayList<>();
        points.forEach(point -> usages.add(point.categories()));
        for (int id : HistoryReading.categories(points)) {
            json.object()
                    .field("name", SafeText.line(Category.withId(id).name()))
                    .field("kind", "category")
                    .array("bytes");
            for (Map<Integer, HistoryPoint.Usage> usage : usages) {
                json.value(
                        usage.isEmpty()
                                ? null
                                : usage.containsKey(id) ? (Long) usage.get(id).highestBytes() : (Long) 0L);
            }
            json.endArray().endObject();
        }
        LINES.forEach((figure, name) -> append(json, points, name, figure));
        json.endArray();
    }

    private static void append(Json json, List<HistoryPoint> points, String name, HistoryFigure figure) {
        Function<HistoryPoint, Long> value =
                point -> point.highest(figure) == HistoryPoint.UNKNOWN ? null : point.highest(figure);
        if (points.stream().noneMatch(point -> point.highest(figure) > 0)) {
            return; // unknown, or not used
        }
        json.object().field("name", name).field("kind", "line");
        if (!figure.isBytes()) {
            json.field("unit", "count");
        }
        json.array("bytes");
        points.forEach(point -> json.value(value.apply(point)));
        json.endArray().endObject();
    }
}
