package io.nmt.spark.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The rows of a report of memory pressure for programs, {@code nmt-pressure-PID.json}. */
final class EvidenceRows {
    private static final int SOURCE = '(';

    private EvidenceRows() {}

    static List<Map<Column, Object>> read(Path file, Map<Column, Object> common) throws IOException {
        JsonNode report = new ObjectMapper().readTree(file.toFile());
        if (!report.path("pid").isIntegralNumber() || !report.path("cause").isTextual()) {
            throw new IOException("is no report of memory pressure");
        }
        common.put(Column.PID, report.path("pid").asLong());
        common.put(Column.TIME, micros(report.path("time").asText()));
        common.put(Column.STARTED, micros(report.path("started").asText()));
        common.put(Column.JDK_VERSION, report.path("javaVersion").asText(null));
        List<Map<Column, Object>> rows = new ArrayList<>();
        JsonNode memory = report.path("memory");
        rows.add(usage(common, "nmt.NativeMemoryUsageTotal", null, memory.path("total")));
        for (JsonNode usage : memory.path("categories")) {
            rows.add(usage(common, "nmt.NativeMemoryUsage", usage.path("type").asText(), usage));
        }
        for (JsonNode site : report.path("callSites").path("sites")) {
            rows.add(site(common, site));
        }
        return rows;
    }

    private static Map<Column, Object> usage(
            Map<Column, Object> common, String event, String category, JsonNode usage) {
        Map<Column, Object> row = new EnumMap<>(common);
        row.put(Column.EVENT, event);
        row.put(Column.CATEGORY, category);
        row.put(Column.BYTES, number(usage, "committed"));
        row.put(Column.BLOCKS, number(usage, "count"));
        row.put(Column.PEAK, number(usage, "peakCommitted"));
        row.put(Column.STANDARD_ERROR, 0L);
        return row;
    }

    private static Map<Column, Object> site(Map<Column, Object> common, JsonNode site) {
        Map<Column, Object> row = new EnumMap<>(common);
        String name = site.path("site").asText();
        int source = name.indexOf(SOURCE);
        row.put(Column.EVENT, "nmt.NativeMemorySite");
        row.put(Column.CATEGORY, site.path("type").asText());
        row.put(Column.SITE, name);
        row.put(Column.METHOD, source > 0 ? name.substring(0, source) : name);
        List<String> frames = new ArrayList<>();
        site.path("stack").forEach(frame -> frames.add(frame.asText()));
        row.put(Column.FRAMES, frames.toArray(String[]::new));
        row.put(Column.BYTES, number(site, "liveBytes"));
        row.put(Column.BLOCKS, number(site, "count"));
        row.put(Column.PEAK, number(site, "peakBytes"));
        row.put(Column.STANDARD_ERROR, number(site, "standardErrorBytes"));
        return row;
    }

    private static Long number(JsonNode node, String field) {
        return node.path(field).isIntegralNumber() ? (Long) node.path(field).asLong() : null;
    }

    private static Long micros(String instant) {
        try {
            return RowFilter.micros(Instant.parse(instant));
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
