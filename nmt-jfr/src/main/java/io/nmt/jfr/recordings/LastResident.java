package io.nmt.jfr.recordings;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last reading of resident memory that is in the recording as a whole: one may be cut where a chunk begins or ends.
 * It is there when its lines add up to RSS; until then, its events are kept by its number.
 */
final class LastResident {
    private final Map<Integer, Map<String, Dated>> unfinished = new HashMap<>();
    private ResidentMemory last;

    private record Dated(Instant time, ResidentLine line) {}

    void add(EventData event) {
        if (event.getString("component") == null) {
            // JDK 17 may leave a string out of a chunk. The reading is not complete then.
            return;
        }
        int number = event.getInt("reading");
        String component = event.getString("component");
        ResidentLine line = new ResidentLine(
                component,
                Component.named(component),
                event.getLong("reserved"),
                event.getLong("committed"),
                event.getLong("resident"),
                Accuracy.named(event.getString("accuracy")),
                "");
        Map<String, Dated> lines = unfinished.computeIfAbsent(number, any -> new HashMap<>());
        lines.put(line.component(), new Dated(event.getStartTime(), line));
        Dated rss = lines.get(Component.RSS);
        if (rss != null && sum(lines) == 2 * rss.line.residentBytes()) {
            unfinished.remove(number);
            lines.remove(Component.RSS);
            finish(rss, lines);
        }
    }

    /** With RSS itself. */
    private static long sum(Map<String, Dated> lines) {
        return lines.values().stream()
                .mapToLong(dated -> dated.line.residentBytes())
                .sum();
    }

    private void finish(Dated rss, Map<String, Dated> lines) {
        if (last == null || rss.time.isAfter(last.time())) {
            List<ResidentLine> inOrder = lines.values().stream()
                    .sorted(Comparator.comparing(Dated::time))
                    .map(Dated::line)
                    .toList();
            last = ResidentMemory.recorded(rss.time, rss.line.residentBytes(), inOrder);
        }
    }

    /** Returns it, or null if there is none. */
    ResidentMemory get() {
        return last;
    }
}
