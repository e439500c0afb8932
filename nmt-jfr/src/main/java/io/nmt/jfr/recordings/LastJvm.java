package io.nmt.jfr.recordings;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmRow;
import io.nmt.report.model.JvmRow.Kind;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.Statement;
import io.nmt.report.page.RecordedJvmMemory;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JVM's own memory, as a recording last tells of it: by the last emission of ours, which is of one moment. Where
 * there is none, by the JDK's events, and by points of the history. Its time is that of the oldest part.
 */
final class LastJvm {
    static final String EVENT = "nmt.JvmMemory";
    static final Set<String> OF_JDK = Set.of(
            JvmTableEvents.STRINGS,
            JvmTableEvents.SYMBOLS,
            JvmTableEvents.CODE,
            JvmTableEvents.QUEUE,
            JvmTableEvents.TRACKING);

    private static final String SEGMENT_PREFIX = "CodeHeap '";
    private static final String WHOLE_CACHE = "all";
    private static final String WHOLE_COLLECTOR = "";

    /** Types of HotSpot's native memory tracking, by the names of their rows. */
    private static final Map<String, String> STRUCTURES = Map.of(
            JvmTableEvents.OF_COLLECTOR, "Collector, malloc and tables", JvmTableEvents.OF_SETS, "Remembered sets");

    private final LastEmission<JvmRow> ours = new LastEmission<>();
    private final Map<String, Dated> ofJdk = new HashMap<>(); // the last by kind and name

    private record Dated(Instant time, JvmRow row) {}

    /** Takes in an event of ours. */
    void add(EventData event) {
        Kind kind = Kind.named(event.getString("kind"));
        String name = event.getString("name");
        String accuracy = event.getString("accuracy");
        if (kind == null || name == null || accuracy == null) {
            return; // JDK 17 may leave a string out of a chunk.
        }
        JvmRow row = new JvmRow(
                kind,
                name,
                event.getLong("count"),
                event.getLong("bytes"),
                event.getLong("limit"),
                Accuracy.named(accuracy));
        ours.add(event, List.of(kind, name), row);
    }

    /** Takes in an event of the JDK. */
    void addOfJdk(EventData event) {
        switch (event.name()) {
            case JvmTableEvents.STRINGS -> addEntries(event, Kind.STRINGS);
            case JvmTableEvents.SYMBOLS -> addEntries(event, Kind.SYMBOLS);
            case JvmTableEvents.CODE -> addSegment(event);
            case JvmTableEvents.QUEUE -> {
                String compiler = event.getString("compiler");
                add(
                        event.getStartTime(),
                        exact(Kind.QUEUE, compiler == null ? "" : compiler, event.getLong("queueSize"), 0));
            }
            default -> {
                String type = String.valueOf(event.getString("type"));
                long committed = event.getLong("committed");
                if (type.equals(JvmTableEvents.OF_COMPILERS)) {
                    add(event.getStartTime(), exact(Kind.COMPILERS, "", 0, committed));
                } else if (STRUCTURES.containsKey(type) && committed > 0) {
                    add(event.getStartTime(), exact(Kind.STRUCTURE, STRUCTURES.get(type), 0, committed));
                }
            }
        }
    }

    private void addEntries(EventData event, Kind kind) {
        if (event.getLong(JvmTableEvents.COUNT) > 0) {
            add(
                    event.getStartTime(),
                    exact(kind, "", event.getLong(JvmTableEvents.COUNT), event.getLong(JvmTableEvents.FOOTPRINT)));
        }
    }

    private void addSegment(EventData event) {
        long used = JvmTableEvents.usedBytes(event);
        String type = event.getString("codeBlobType");
        if (used > 0) {
            String name = type != null && type.startsWith(SEGMENT_PREFIX) && type.endsWith("'")
                    ? type.substring(SEGMENT_PREFIX.length(), type.length() - 1)
                    : WHOLE_CACHE;
            long limit = used + event.getLong("unallocatedCapacity");
            add(event.getStartTime(), new JvmRow(Kind.SEGMENT, name, 0, used, limit, Accuracy.EXACT));
        }
    }

    private void add(Instant time, JvmRow row) {
        Dated dated = new Dated(time, row);
        ofJdk.merge(row.kind() + row.name(), dated, (one, other) -> other.time.isBefore(one.time) ? one : other);
    }

    private static JvmRow exact(Kind kind, String name, long count, long bytes) {
        return new JvmRow(kind, name, count, bytes, Statement.UNKNOWN, Accuracy.EXACT);
    }

    /**
     * All that is known.
     *
     * @param setup of the JVM
     * @param points of the whole recording
     */
    RecordedJvmMemory get(JvmSetup setup, List<HistoryPoint> points) {
        if (!ours.isEmpty()) {
            return new RecordedJvmMemory(
                    JvmRow.read(ours.last(Instant.MIN)), ours.time().toEpochMilli());
        }
        Set<Kind> told = EnumSet.noneOf(Kind.class);
        ofJdk.values().forEach(each -> told.add(each.row.kind()));
        for (HistoryPoint point : points) {
            add(told, point, HistoryFigure.CODE, Kind.SEGMENT, WHOLE_CACHE);
            add(told, point, HistoryFigure.STRINGS, Kind.STRINGS, "");
            add(told, point, HistoryFigure.SYMBOLS, Kind.SYMBOLS, "");
            add(told, point, HistoryFigure.QUEUED, Kind.QUEUE, "");
            add(told, point, HistoryFigure.COMPILERS, Kind.COMPILERS, "");
            add(told, point, HistoryFigure.COMPILER_PEAK, Kind.PEAK, "");
            add(told, point, HistoryFigure.COLLECTOR, Kind.STRUCTURE, WHOLE_COLLECTOR);
        }
        if (ofJdk.isEmpty()) {
            return RecordedJvmMemory.NONE;
        }
        Map<String, JvmRow> rows = new HashMap<>();
        Instant oldest = Instant.MAX;
        for (Map.Entry<String, Dated> each : ofJdk.entrySet()) {
            JvmRow row = each.getValue().row;
            String key = row.kind() == Kind.QUEUE ? Kind.QUEUE.name() : each.getKey();
            rows.merge(key, row, LastJvm::sum); // there is a queue for each compiler
            oldest = each.getValue().time.isBefore(oldest) ? each.getValue().time : oldest;
        }
        if (!setup.collector().isEmpty()) {
            String threads = setup.collectorThreads() > 0 ? ", " + setup.collectorThreads() + " threads" : "";
            rows.put(Kind.COLLECTOR.name(), exact(Kind.COLLECTOR, setup.collector() + threads, 0, 0));
        }
        List<JvmRow> inOrder = new ArrayList<>(rows.values());
        inOrder.sort((one, other) -> Long.compare(other.bytes(), one.bytes()));
        return new RecordedJvmMemory(JvmRow.read(inOrder), oldest.toEpochMilli());
    }

    private static JvmRow sum(JvmRow one, JvmRow other) {
        return exact(one.kind(), "", one.count() + other.count(), 0);
    }

    /** Takes in a figure of the history, where no event of the JDK has it. */
    private void add(Set<Kind> told, HistoryPoint point, HistoryFigure figure, Kind kind, String name) {
        long bytes = point.get(figure);
        if (bytes >= 0 && !told.contains(kind)) {
            long count = switch (kind) {
                case STRINGS -> point.get(HistoryFigure.STRING_COUNT);
                case QUEUE -> bytes;
                default -> HistoryPoint.UNKNOWN;
            };
            Accuracy accuracy = kind == Kind.STRUCTURE ? Accuracy.ESTIMATE : Accuracy.EXACT;
            add(
                    Instant.ofEpochMilli(point.millis()),
                    new JvmRow(kind, name, count, bytes, Statement.UNKNOWN, accuracy));
        }
    }
}
