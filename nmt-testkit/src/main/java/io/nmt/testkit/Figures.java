package io.nmt.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** The snapshots that a program told. */
public final class Figures {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Figures() {}

    /** Returns the snapshot that a program told under that label. */
    public static Snapshot at(String label, Outcome outcome) {
        String prefix = "figures " + label + " {";
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> parse(line.substring(prefix.length() - 1)))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("No figures '" + label + "' in: " + outcome));
    }

    private static Snapshot parse(String json) {
        JsonNode root;
        try {
            root = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
        List<CategoryUsage> categories = new ArrayList<>();
        for (JsonNode category : root.get("categories")) {
            categories.add(usage(category.get("type").asText(), category));
        }
        return new Snapshot(
                Instant.parse(root.get("time").asText()),
                categories,
                usage("Total", root.get("total")),
                root.get("exactPeaks").asBoolean(),
                root.get("untrackedBlocks").asLong(),
                root.get("unknownFrees").asLong(),
                root.get("overheadBytes").asLong(),
                root.get("freedElsewhere").asLong(),
                root.path("tableLimitBytes").asLong(0),
                root.path("mallocInUseBytes").asLong(Snapshot.UNKNOWN),
                new Coverage(root.get("trackedFromStart").asBoolean(), null, List.of()));
    }

    private static CategoryUsage usage(String name, JsonNode figures) {
        return new CategoryUsage(
                name,
                figures.get("reserved").asLong(),
                figures.get("committed").asLong(),
                figures.get("count").asLong(),
                figures.get("peakReserved").asLong(),
                figures.get("peakCommitted").asLong(),
                figures.get("countAtPeak").asLong());
    }
}
