package io.nmt.jfr.recordings;

import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The readings of resident memory that are in the recording as a whole: one may be cut where a chunk begins or ends. A
 * reading is there when its lines add up to RSS; until then, its events are kept by its number.
 */
final class LastResident {
    private static final Duration COMPARED = Duration.ofHours(1);
    private static final int MOST_UNFINISHED = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<Integer, Map<String, Dated>> unfinished = new HashMap<>();
    private final Map<Integer, EventData> facts = new HashMap<>();
    private final Map<Integer, Map<String, ResidentFile>> files = new HashMap<>(); // by reading, path and owner
    private final NavigableMap<Instant, Lines> readings = new TreeMap<>(); // of the last hour

    private record Dated(Instant time, ResidentLine line) {}

    private record Lines(int number, long tookNanos, ResidentMemory memory) {}

    void add(EventData event) {
        if (event.getString("component") == null) {
            // JDK 17 may leave a string out of a chunk. The reading is not complete then.
            return;
        }
        int number = event.getInt("reading");
        String component = Component.nowNamed(event.getString("component"));
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
            finish(number, event.getLong("took"), rss, lines);
        }
    }

    void addFacts(EventData event) {
        if (facts.size() < MOST_UNFINISHED && event.hasField("fromStart")) {
            facts.put(event.getInt("reading"), event);
        }
    }

    void addFile(EventData event) {
        int number = event.getInt("reading");
        if (files.size() < MOST_UNFINISHED || files.containsKey(number)) {
            ResidentFile file = RecordedFacts.file(event);
            // Parts of recordings may overlap: each file is told once.
            Map<String, ResidentFile> ofReading = files.computeIfAbsent(number, any -> new LinkedHashMap<>());
            boolean isLost = file.path().equals(ResidentFile.LOST_NAME);
            ofReading.put(file.tracked() + file.path() + (isLost ? ofReading.size() : ""), file);
        }
    }

    /** With RSS itself. */
    private static long sum(Map<String, Dated> lines) {
        return lines.values().stream()
                .mapToLong(dated -> dated.line.residentBytes())
                .sum();
    }

    private void finish(int number, long tookNanos, Dated rss, Map<String, Dated> lines) {
        List<ResidentLine> inOrder = lines.values().stream()
                .sorted(Comparator.comparing(Dated::time))
                .map(Dated::line)
                .toList();
        ResidentMemory memory = ResidentMemory.recorded(rss.time, rss.line.residentBytes(), inOrder);
        readings.put(rss.time, new Lines(number, tookNanos, memory));
        NavigableMap<Instant, Lines> old = readings.headMap(readings.lastKey().minus(COMPARED), false);
        old.values().forEach(reading -> {
            facts.remove(reading.number);
            files.remove(reading.number);
        });
        old.clear();
    }

    /** Returns the last one, or null if there is none. */
    ResidentMemory get() {
        return readings.isEmpty() ? null : memory(readings.lastEntry().getValue());
    }

    private ResidentMemory memory(Lines lines) {
        EventData beside = facts.get(lines.number);
        return beside == null ? lines.memory : RecordedFacts.memory(lines.memory, lines.tookNanos, beside);
    }

    /**
     * Returns the last one as the process has read it; null if there is none, or the recording has the lines alone.
     *
     * @param snapshot the last figures of categories
     * @param sites the last figures of call sites
     */
    ResidentReading reading(Snapshot snapshot, List<SiteUsage> sites) {
        Lines last = readings.isEmpty() ? null : readings.lastEntry().getValue();
        EventData beside = last == null ? null : facts.get(last.number);
        if (beside == null) {
            return null;
        }
        return new ResidentReading(
                memory(last),
                filesOf(last.number),
                new ResidentReading.Facts(
                        nanoTime(last),
                        snapshot,
                        ResidentReader.topSites(snapshot, sites),
                        RecordedFacts.jvm(beside),
                        RecordedFacts.limits(beside),
                        RecordedFacts.direct(beside),
                        null,
                        null,
                        beside.getInt("mappings"),
                        RecordedFacts.hugePages(beside)));
    }

    /** Returns most in memory first, sums of others last: events of the same time may come in any order. */
    private List<ResidentFile> filesOf(int number) {
        return files.getOrDefault(number, Map.of()).values().stream()
                .sorted(Comparator.comparing((ResidentFile file) -> file.path().equals(ResidentFile.OTHERS))
                        .thenComparing(ResidentFile::residentBytes, Comparator.reverseOrder())
                        .thenComparing(ResidentFile::path))
                .toList();
    }

    /** True if the agent was there at start; false also if that is not recorded. */
    boolean isFromStart() {
        return facts.values().stream().anyMatch(beside -> beside.getBoolean("fromStart"));
    }

    /** By the time of the reading. */
    private static long nanoTime(Lines lines) {
        return lines.memory.time().toEpochMilli() * NANOS_PER_MILLI;
    }

    /** Returns those of the hour before the last one, the oldest first. */
    List<ResidentPoint> earlier() {
        List<ResidentPoint> points = new ArrayList<>();
        for (Lines lines : readings.values()) {
            EventData beside = facts.get(lines.number);
            points.add(
                    beside == null
                            ? ResidentPoint.of(lines.memory, nanoTime(lines))
                            : ResidentPoint.of(
                                    memory(lines), nanoTime(lines), lived(beside), beside.getInt("mappings")));
        }
        return points.isEmpty() ? points : points.subList(0, points.size() - 1);
    }

    private static long lived(EventData facts) {
        return facts.getLong("heapNotCollected") > 0 ? 0 : facts.getLong("heapLive");
    }
}
