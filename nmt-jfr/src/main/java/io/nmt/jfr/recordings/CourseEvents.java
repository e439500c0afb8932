package io.nmt.jfr.recordings;

import io.nmt.core.model.Site;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.page.Mark;
import io.nmt.report.page.PageProcess;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedResident;
import io.nmt.report.page.SampledBlocks;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Takes in events of a process, ours and the JDK's, in any order: for what was in use over time, and for the last
 * figures.
 */
final class CourseEvents implements RecordingFiles.Sink {
    static final String OUR_EVENTS = "nmt.";
    private static final Set<String> OF_JDK = Set.of(
            RecordedJvm.EVENT,
            "jdk.ResidentSetSize",
            "jdk.GCHeapSummary",
            "jdk.GarbageCollection",
            "jdk.ContainerConfiguration",
            "jdk.ContainerMemoryUsage");
    private static final int MOST_ROWS = 100_000;
    private static final long NOT_RECORDED = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final EventFields fields = new EventFields();
    private final RecordedEvents events = new RecordedEvents(fields);
    private final RecordedJvm jvm = new RecordedJvm();
    private final CoursePoints points = new CoursePoints();
    private final RecordedSetup setup = new RecordedSetup();
    private final JvmTableEvents tables = new JvmTableEvents();
    private final LastJvm jvmMemory = new LastJvm();
    private final CourseMarks marks = new CourseMarks();
    private final EarlierBlocks earlier = new EarlierBlocks();
    private final SampleMatcher samples = new SampleMatcher(new SampleRows(MOST_ROWS), earlier);
    private final Map<Integer, Site> sites = new HashMap<>();

    private long fromMillis = Long.MAX_VALUE;
    private long toMillis = Long.MIN_VALUE;
    private long metaspaceBytes; // of the last reading
    private long metaspaceMillis;
    private long jvmStartMillis = NOT_RECORDED;
    private PageProcess process = new PageProcess(PageProcess.UNKNOWN, null, null);

    static boolean looksAt(String name) {
        return name.startsWith(OUR_EVENTS)
                || OF_JDK.contains(name)
                || RecordedSetup.EVENTS.contains(name)
                || LastJvm.OF_JDK.contains(name);
    }

    boolean isEmpty() {
        return events.isEmpty() && points.isEmpty();
    }

    boolean hasOurs() {
        return !events.isEmpty();
    }

    RecordedJvm jvm() {
        return jvm;
    }

    @Override
    public void add(Path file, RecordedEvent event) {
        add(file, new JfrEvent(event));
    }

    void add(Path file, EventData recorded) {
        String name = recorded.name();
        EventData event = looksAt(name) ? fields.checked(recorded) : null;
        if (event == null) {
            events.addUnusable(recorded);
        } else if (name.startsWith(OUR_EVENTS)) {
            events.add(event);
            addOurs(name, event, extend(event));
        } else {
            if (RecordedSetup.EVENTS.contains(name)) {
                setup.add(event);
            }
            if (LastJvm.OF_JDK.contains(name)) {
                jvmMemory.addOfJdk(event);
            }
            addOfJdk(file, name, event);
        }
    }

    private long extend(EventData event) {
        long millis = event.getStartTime().toEpochMilli();
        fromMillis = Math.min(fromMillis, millis);
        toMillis = Math.max(toMillis, millis);
        return millis;
    }

    private void addOurs(String name, EventData event, long millis) {
        switch (name) {
            case "nmt.NativeMemoryUsage" ->
                points.category(millis, event.getString("type"), event.getLong("committed"), event.getLong("count"));
            case "nmt.NativeMemoryUsageTotal" -> {
                points.figure(millis, HistoryFigure.TRACKED, event.getLong("committed"));
                points.figure(millis, HistoryFigure.BLOCKS, event.getLong("count"));
            }
            case "nmt.PoolUsage" ->
                points.pool(millis, event.getInt("rank"), event.getString("type"), event.getLong("chunkBytes"));
            case "nmt.NativeMemorySite" -> addSite(event, millis);
            case "nmt.NativeAllocationSample" -> samples.allocated(event);
            case "nmt.NativeFreeSample" -> samples.freed(event);
            case "nmt.ResidentMemory" -> addResident(event, millis);
            case "nmt.ProcessMemory" -> OwnFigures.add(event, millis, points);
            case LastJvm.EVENT -> jvmMemory.add(event);
            case "nmt.MemoryPressure" -> marks.pressure(event);
            default -> {} // it has no course
        }
    }

    private void addSite(EventData event, long millis) {
        String type = event.getString("type");
        if (type != null && event.getString("topFrame") != null && event.getString("stack") != null) {
            // JDK 17 may leave a string out of a chunk
            int id = event.getInt("site");
            earlier.add(event);
            events.addSite(event, sites.computeIfAbsent(id, any -> RecordedFrames.site(event, type)));
            points.site(millis, id, event.getLong("liveBytes"));
        }
    }

    private void addResident(EventData event, long millis) {
        String component = event.getString("component");
        if (Component.RSS.equals(component)) {
            points.figure(millis, HistoryFigure.RSS, event.getLong("resident"));
        } else if (Component.METASPACE.label().equals(component)) {
            metaspaceBytes = event.getLong("committed");
            metaspaceMillis = millis;
            points.figure(millis, HistoryFigure.METASPACE, metaspaceBytes);
        } else if (Component.CLASS_SPACE.label().equals(component)) {
            // It follows the other; the figure is of both, in its place.
            points.figure(metaspaceMillis, HistoryFigure.METASPACE, metaspaceBytes + event.getLong("committed"));
        }
    }

    private void addOfJdk(Path file, String name, EventData event) {
        switch (name) {
            case RecordedJvm.EVENT -> addJvm(file, event);
            case JvmTableEvents.STRINGS,
                    JvmTableEvents.SYMBOLS,
                    JvmTableEvents.CODE,
                    JvmTableEvents.QUEUE,
                    JvmTableEvents.TRACKING -> tables.add(event, extend(event), points);
            case "jdk.ResidentSetSize" -> addFigure(event, "size", HistoryFigure.RSS);
            case "jdk.GCHeapSummary" -> addHeap(event);
            case "jdk.GarbageCollection" -> marks.collection(event);
            case "jdk.ContainerConfiguration" -> addFigure(event, "memoryLimit", HistoryFigure.LIMIT);
            case "jdk.ContainerMemoryUsage" -> addFigure(event, "memoryUsage", HistoryFigure.CGROUP);
            default -> {} // of no interest here
        }
    }

    private void addFigure(EventData event, String field, HistoryFigure figure) {
        // Of a limit, less than 1 says that there is none.
        if (event.hasField(field) && event.getLong(field) > 0) {
            points.figure(extend(event), figure, event.getLong(field));
        }
    }

    private void addHeap(EventData event) {
        if (event.hasField("heapUsed") && event.hasField("heapSpace")) {
            long millis = extend(event);
            points.figure(millis, HistoryFigure.HEAP_USED, event.getLong("heapUsed"));
            long committed = event.committedSize("heapSpace");
            if (committed >= 0) {
                points.figure(millis, HistoryFigure.HEAP, committed);
            }
        }
    }

    private void addJvm(Path file, EventData event) {
        jvm.add(file, event);
        if (event.hasField("jvmStartTime")) {
            jvmStartMillis = event.getLong("jvmStartTime");
            process = RecordedJvm.process(event);
        }
    }

    /** The time of a late start of the agent, if it is known. */
    private List<Mark> attach() {
        long trackedAfterNanos = events.trackedAfterNanos();
        if (trackedAfterNanos <= 0) {
            return List.of();
        }
        long millis = jvmStartMillis + trackedAfterNanos / NANOS_PER_MILLI;
        boolean known = jvmStartMillis != NOT_RECORDED && millis >= fromMillis && millis <= toMillis;
        return known ? List.of(new Mark(millis, "attach", "The agent was attached: tracking begins")) : List.of();
    }

    RecordedCourse result(boolean cutOff) {
        int collections = 0;
        List<Long> times = new ArrayList<>(marks.collectionMillis());
        times.sort(Long::compare);
        if (fromMillis <= toMillis && marks.tellsOfCollections()) {
            points.figure(fromMillis, HistoryFigure.FULL_COLLECTIONS, 0);
            for (long millis : times) {
                points.figure(Math.max(fromMillis, millis), HistoryFigure.FULL_COLLECTIONS, ++collections);
            }
        }
        List<HistoryPoint> inOrder = points.build();
        SampledBlocks blocks = samples.finish(sites, events.begin());
        List<String> notes = new ArrayList<>();
        if (!marks.leftOut().isEmpty()) {
            notes.add(marks.leftOut());
        }
        JvmSetup jvmSetup = setup.get();
        RecordedMemory memory = hasOurs() ? events.result(cutOff, blocks) : null;
        return new RecordedCourse(
                memory,
                new PageProcess(process.pid(), process.jdk(), process.command(), jvmSetup),
                fromMillis,
                toMillis,
                inOrder,
                sites,
                marks.marks(attach()),
                blocks,
                events.made(),
                events.intervalBytes(),
                events.lostSamples(),
                cutOff,
                notes,
                memory == null ? RecordedResident.NONE : events.resident(memory.last()),
                jvmMemory.get(jvmSetup, inOrder));
    }
}
