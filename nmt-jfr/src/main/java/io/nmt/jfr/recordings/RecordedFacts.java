package io.nmt.jfr.recordings;

import io.nmt.core.model.PageKinds;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.Limits;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Makes values of the events that are beside the lines of a reading of resident memory. */
final class RecordedFacts {
    private static final Map<CgroupFigure, String> CGROUP = Map.ofEntries(
            Map.entry(CgroupFigure.LIMIT, "cgroupLimit"),
            Map.entry(CgroupFigure.USAGE, "cgroupUsage"),
            Map.entry(CgroupFigure.ANONYMOUS, "cgroupAnonymous"),
            Map.entry(CgroupFigure.FILE, "cgroupPageCache"),
            Map.entry(CgroupFigure.SHARED, "cgroupShared"),
            Map.entry(CgroupFigure.KERNEL, "cgroupKernel"),
            Map.entry(CgroupFigure.SLAB, "cgroupSlab"),
            Map.entry(CgroupFigure.SLAB_RECLAIMABLE, "cgroupSlabReclaimable"),
            Map.entry(CgroupFigure.PAGE_TABLES, "cgroupPageTables"),
            Map.entry(CgroupFigure.SOCKETS, "cgroupSockets"),
            Map.entry(CgroupFigure.SWAP, "cgroupSwap"),
            Map.entry(CgroupFigure.ZSWAP, "cgroupZswap"),
            Map.entry(CgroupFigure.HIGH, "cgroupHigh"),
            Map.entry(CgroupFigure.HIGHS, "cgroupHighs"),
            Map.entry(CgroupFigure.OOM_KILLS, "cgroupOomKills"),
            Map.entry(CgroupFigure.PRESSURE, "cgroupPressure"),
            Map.entry(CgroupFigure.OTHERS, "cgroupOthers"),
            Map.entry(CgroupFigure.OTHERS_RSS, "cgroupOthersRss"));

    private RecordedFacts() {}

    /** The lines with the other figures of their reading. */
    static ResidentMemory memory(ResidentMemory lines, long tookNanos, EventData facts) {
        return new ResidentMemory(
                lines.time(),
                lines.rssBytes(),
                facts.getLong("peak"),
                facts.getLong("swapped"),
                pages(facts),
                facts.getInt("threads"),
                withLibraries(lines.lines(), text(facts, "libraries")),
                malloc(facts),
                text(facts, "allocator"),
                facts.getInt("arenas"),
                facts.getBoolean("hotSpotTracking"),
                tookNanos,
                cgroup(facts));
    }

    /** Recordings of older agents have none of it. */
    private static CgroupMemory cgroup(EventData facts) {
        Map<CgroupFigure, Long> figures = new EnumMap<>(CgroupFigure.class);
        CGROUP.forEach((figure, field) -> {
            long value = facts.hasField(field) ? facts.getLong(field) : CgroupMemory.UNKNOWN;
            if (value >= 0) {
                figures.put(figure, value);
            }
        });
        return figures.containsKey(CgroupFigure.USAGE)
                ? new CgroupMemory(figures, text(facts, "tmpfs"), facts.getLong("tmpfsUsed"))
                : CgroupMemory.NONE;
    }

    private static PageKinds pages(EventData event) {
        return new PageKinds(
                event.getLong("clean"), event.getLong("changed"), event.getLong("shared"), event.getLong("anonymous"));
    }

    private static MallocUsage malloc(EventData facts) {
        long inUse = facts.getLong("mallocInUse");
        return inUse < 0 ? null : new MallocUsage(inUse, facts.getLong("mallocFree"), -1, List.of());
    }

    private static List<ResidentLine> withLibraries(List<ResidentLine> lines, String libraries) {
        return lines.stream()
                .map(line -> line.kind() == Component.LIBRARIES ? line.withNote(libraries) : line)
                .toList();
    }

    static JvmFigures jvm(EventData facts) {
        return new JvmFigures(
                0,
                facts.getLong("heapUsed"),
                facts.getLong("heapLimit"),
                facts.getLong("heapLive"),
                facts.getLong("heapNotCollected"),
                facts.getBoolean("heapAtMost"),
                0,
                0,
                0,
                0,
                facts.getInt("classes"),
                0,
                facts.getLong("finalizerQueue"));
    }

    static Limits limits(EventData facts) {
        return new Limits(
                facts.getLong("directLimit"),
                facts.getBoolean("heapLimitSet"),
                facts.getLong("cgroupLimit"),
                facts.getLong("mappingLimit"),
                facts.getBoolean("swap"),
                text(facts, "hugePages"),
                facts.getInt("arenaLimit"),
                addedLimit(facts, "metaspaceLimit"),
                addedLimit(facts, "classSpaceLimit"));
    }

    /** Recordings of older agents have none. */
    private static long addedLimit(EventData facts, String field) {
        return facts.hasField(field) ? Math.max(0, facts.getLong(field)) : 0;
    }

    static DirectBuffers direct(EventData facts) {
        return new DirectBuffers(
                facts.getLong("directCount"), facts.getLong("directUsed"), facts.getLong("directUntracked"));
    }

    static Map<HugePages, Long> hugePages(EventData facts) {
        return Map.of(
                HugePages.HEAP, facts.getLong("hugeHeap"),
                HugePages.STACKS, facts.getLong("hugeStacks"),
                HugePages.MALLOC, facts.getLong("hugeMalloc"),
                HugePages.OTHER, facts.getLong("hugeOther"));
    }

    static ResidentFile file(EventData event) {
        String path = event.getString("path");
        return new ResidentFile(
                path == null ? ResidentFile.LOST_NAME : path.isEmpty() ? ResidentFile.OTHERS : path,
                event.getBoolean("tracked"),
                event.getLong("mapped"),
                event.getLong("resident"),
                pages(event));
    }

    /** JDK 17 may leave a string out of a chunk. */
    private static String text(EventData event, String field) {
        String text = event.getString(field);
        return text == null ? "" : text;
    }
}
