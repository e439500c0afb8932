package io.nmt.report.document;

import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.CgroupMemory;
import io.nmt.report.model.ResidentMemory;
import java.util.ArrayList;
import java.util.List;

/** Builds the table of the container's memory beside the process's. */
final class CgroupTables {
    private static final List<Column> COLUMNS = List.of(
            new Column("", "Part", Kind.LABEL),
            Column.bytes("", "Container"),
            Column.bytes("", "This process"),
            Column.name("", "Toward a kill"));
    private static final String COUNTS = "counts";
    private static final String DROPPED = "dropped first";

    private CgroupTables() {}

    /** Builds the figures for programs. */
    static Facts data(CgroupMemory cgroup) {
        Facts facts = new Facts();
        if (!cgroup.isKnown()) {
            return facts;
        }
        facts.add("cgroup.countedBytes", cgroup.countedBytes());
        for (CgroupFigure figure : CgroupFigure.values()) {
            long value = cgroup.get(figure);
            facts.add("cgroup.".concat(figure.key()), value < 0 ? null : value);
        }
        return facts;
    }

    /** Builds the table and its sums for people; nothing without a limit. */
    static List<Section> of(ResidentMemory memory) {
        CgroupMemory cgroup = memory.cgroup();
        if (!cgroup.isKnown()) {
            return List.of();
        }
        PageKinds pages = memory.pages();
        boolean known = !pages.equals(PageKinds.NONE);
        Table table = new Table("", "Memory of the container, as the kernel counts it", COLUMNS);
        add(table, "Anonymous", cgroup.get(CgroupFigure.ANONYMOUS), known ? pages.anonymousBytes() : null, COUNTS);
        add(
                table,
                "Files in memory, shared memory",
                cgroup.get(CgroupFigure.SHARED),
                known ? pages.sharedMemoryBytes() : null,
                COUNTS);
        long reclaimable = cgroup.get(CgroupFigure.SLAB_RECLAIMABLE);
        long kernel = cgroup.get(CgroupFigure.KERNEL);
        add(
                table,
                "Kernel",
                kernel < 0 ? kernel : Math.max(0, kernel - Math.max(0, reclaimable)),
                null,
                reclaimable < 0 ? "at most" : COUNTS);
        addSome(table, "Sockets", cgroup.get(CgroupFigure.SOCKETS), COUNTS);
        addSome(table, "Compressed (zswap)", cgroup.get(CgroupFigure.ZSWAP), COUNTS);
        addSome(table, "Slabs, reclaimable", reclaimable, DROPPED);
        add(
                table,
                "Page cache",
                cgroup.get(CgroupFigure.FILE),
                known ? pages.cleanFileBytes() + pages.dirtyFileBytes() : null,
                DROPPED);
        addSome(table, "Swapped out", cgroup.get(CgroupFigure.SWAP), "not in memory");
        List<Section> sections = new ArrayList<>();
        sections.add(table.total("In use", cgroup.get(CgroupFigure.USAGE), memory.rssBytes(), ""));
        List<Object> parts = new ArrayList<>(List.of(
                "Toward a kill: ", cgroup.countedBytes(), " of ", cgroup.get(CgroupFigure.LIMIT), ", the limit."));
        long others = cgroup.get(CgroupFigure.OTHERS);
        if (others > 0) {
            parts.addAll(List.of(
                    " Other processes: " + Scale.group(others) + ", RSS ",
                    cgroup.get(CgroupFigure.OTHERS_RSS),
                    " at most."));
        }
        if (cgroup.get(CgroupFigure.HIGH) > 0) {
            parts.addAll(List.of(
                    " memory.high: ",
                    cgroup.get(CgroupFigure.HIGH),
                    ", crossed " + Scale.group(Math.max(0, cgroup.get(CgroupFigure.HIGHS))) + " times."));
        }
        if (cgroup.get(CgroupFigure.PRESSURE) > 0) {
            parts.add(" Threads waited for memory in " + cgroup.get(CgroupFigure.PRESSURE) + " % of the last 10 s.");
        }
        parts.add("\n");
        sections.add(new Lines(parts));
        return sections;
    }

    private static void add(Table table, String part, long bytes, Long own, String counts) {
        if (bytes >= 0) {
            table.add(part, bytes, own, counts);
        }
    }

    private static void addSome(Table table, String part, long bytes, String counts) {
        add(table, part, bytes > 0 ? bytes : -1, null, counts);
    }
}
