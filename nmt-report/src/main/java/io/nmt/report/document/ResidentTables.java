package io.nmt.report.document;

import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Column.Kind;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Builds the tables of resident memory. Of a recorded reading, less is known, and it is left out. */
final class ResidentTables {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int ARENA_ROWS = 8;
    private static final int FILE_ROWS = 8;
    private static final long LEAST_OF_NATIVE = 1L << 20;
    private static final String RESIDENT = "Resident";

    private static final List<Column> COMPONENTS = List.of(
            Column.data("component"),
            Column.data("reserved"),
            Column.data("committed"),
            Column.data("resident"),
            Column.data("accuracy"));

    private static final List<Column> VERDICTS =
            List.of(Column.data("component"), Column.data("bytes"), Column.data("finding"), Column.data("nextStep"));

    private static final List<Column> ARENAS =
            List.of(Column.data("number"), Column.data("systemBytes"), Column.data("freeBytes"));

    private static final List<Column> FREE_ARENAS = List.of(
            new Column("", "Arena", Kind.LABEL),
            Column.bytes("", "From system"),
            Column.bytes("", "In use"),
            Column.bytes("", "Free"));

    private static final List<Column> FILES = List.of(
            Column.bytes("", "Length"),
            Column.bytes("", RESIDENT),
            Column.bytes("", "Clean"),
            Column.bytes("", "To write"),
            Column.bytes("", "Shared"),
            Column.bytes("", "Private"),
            Column.name("", "By"),
            Column.name("", "File"));

    private ResidentTables() {}

    /** Builds a reading for programs. */
    static List<Section> data(ResidentMemory memory) {
        Facts facts = new Facts().add("time", memory.time()).add("rssBytes", memory.rssBytes());
        Facts malloc = new Facts();
        if (!memory.isRecorded()) {
            PageKinds pages = memory.pages();
            facts.add("peakRssBytes", memory.peakRssBytes() > 0 ? memory.peakRssBytes() : null)
                    .add("swappedBytes", memory.swappedBytes())
                    .add("cleanFileBytes", pages.cleanFileBytes())
                    .add("dirtyFileBytes", pages.dirtyFileBytes())
                    .add("sharedMemoryBytes", pages.sharedMemoryBytes())
                    .add("anonymousBytes", pages.anonymousBytes())
                    .add("threads", memory.threads())
                    .add("hotSpotTracking", memory.hotSpotTracking())
                    .add("tookMillis", memory.tookNanos() / NANOS_PER_MILLI);
            MallocUsage usage = memory.malloc();
            malloc.add("malloc.allocator", memory.allocator())
                    .add("malloc.arenas", memory.arenas())
                    .add("malloc.inUseBytes", usage == null ? null : usage.inUseBytes())
                    .add("malloc.freeBytes", usage == null ? null : usage.freeBytes());
        }
        Table components = Table.data("components", COMPONENTS);
        for (ResidentLine line : memory.lines()) {
            components.add(
                    line.component(),
                    line.reservedBytes(),
                    line.committedBytes(),
                    line.residentBytes(),
                    line.accuracy().label());
        }
        return List.of(facts, CgroupTables.data(memory.cgroup()), components, malloc);
    }

    /** Builds a reading for people, with the difference to an earlier one unless that is null. */
    static Table lines(String title, ResidentMemory memory, ResidentMemory earlier) {
        Table table = new Table(
                "",
                title,
                List.of(
                        new Column("", "Component", Kind.LABEL),
                        Column.bytes("", "Reserved"),
                        Column.bytes("", "Committed"),
                        Column.bytes("", RESIDENT),
                        Column.count("", "Of RSS"),
                        Column.change("", earlier == null ? "" : "Change"),
                        Column.name("", "Is")));
        Set<String> components = new LinkedHashSet<>();
        memory.lines().forEach(line -> components.add(line.component()));
        if (earlier != null) {
            earlier.lines().forEach(line -> components.add(line.component()));
        }
        for (String component : components) {
            ResidentLine line = memory.line(component);
            table.add(
                    component,
                    line.reservedBytes() == 0 ? null : line.reservedBytes(),
                    line.committedBytes() == 0 ? null : line.committedBytes(),
                    line.residentBytes(),
                    part(line.residentBytes(), memory.rssBytes()),
                    earlier == null
                            ? null
                            : line.residentBytes() - earlier.line(component).residentBytes(),
                    line.accuracy().label());
        }
        return table.total(
                Component.RSS,
                null,
                null,
                memory.rssBytes(),
                "100.0 %",
                earlier == null ? null : memory.rssBytes() - earlier.rssBytes(),
                "exact");
    }

    private static String part(long bytes, long rssBytes) {
        long tenths = Math.round(1000.0 * bytes / Math.max(1, rssBytes));
        return tenths / 10 + "." + tenths % 10 + " %";
    }

    /** Builds the statements on resident memory, with their sentences. */
    static Table verdicts(List<Statement> statements) {
        Table table = Table.data("verdicts", VERDICTS);
        for (Statement statement : statements) {
            if (statement.isOfResident()) {
                Times times = new Times(ZoneOffset.UTC, statement.sinceMillis());
                table.add(
                        statement.subject().name(),
                        StatementText.isCount(statement) ? 0 : statement.amount(),
                        StatementText.of(statement.withNext(Statement.Next.NONE), times),
                        statement.next().line());
            }
        }
        return table;
    }

    /** Builds arenas: all for programs; those with most free memory for people. */
    static List<Section> arenas(MallocUsage malloc) {
        Table all = Table.data("arenas", ARENAS);
        List<MallocUsage.Arena> arenas = new ArrayList<>(malloc == null ? List.of() : malloc.arenas());
        arenas.forEach(arena -> all.add(arena.number(), arena.systemBytes(), arena.freeBytes()));
        if (arenas.isEmpty()) {
            Lines unknown = new Lines("\nArenas of malloc: unknown. They need JDK 21 or later, and glibc.\n");
            return malloc == null ? List.of(unknown) : List.of(all, unknown);
        }
        arenas.sort((one, other) -> Long.compare(other.freeBytes(), one.freeBytes()));
        int count = arenas.size();
        Table shown = new Table(
                "", Table.title("Arenas of malloc, those with most free memory first", count, count), FREE_ARENAS);
        for (MallocUsage.Arena arena : Table.first(arenas, ARENA_ROWS)) {
            shown.add(
                    arena.number() == 0 ? "main" : Integer.toString(arena.number()),
                    arena.systemBytes(),
                    arena.systemBytes() - arena.freeBytes(),
                    arena.freeBytes());
        }
        return List.of(all, shown);
    }

    /** Builds files for people, those with most in memory first; of what native code has mapped, none below 1 MB. */
    static List<Section> files(List<ResidentFile> files, boolean fromStart) {
        List<ResidentFile> told = new ArrayList<>(files);
        told.removeIf(file ->
                file.path().equals(ResidentFile.OTHERS) || (!file.tracked() && file.residentBytes() < LEAST_OF_NATIVE));
        if (told.isEmpty()) {
            return List.of();
        }
        List<ResidentFile> shown = Table.first(told, FILE_ROWS);
        boolean areCounted = files.stream().noneMatch(file -> file.path().equals(ResidentFile.OTHERS));
        String title = "Mapped files by path, most in memory first";
        Table table = new Table("", areCounted ? Table.title(title, files.size(), shown.size()) : title, FILES);
        for (ResidentFile file : shown) {
            PageKinds pages = file.pages();
            table.add(
                    file.bytes(),
                    file.residentBytes(),
                    pages.cleanFileBytes(),
                    pages.dirtyFileBytes(),
                    pages.sharedMemoryBytes(),
                    pages.anonymousBytes(),
                    file.tracked() ? "Java" : fromStart ? "native" : "unknown",
                    file.path());
        }
        int others = files.size() - shown.size();
        long rest = bytes(files) - bytes(shown);
        String count = (areCounted ? Scale.group(others) + (others == 1 ? " other, " : " others, ") : "others, ");
        return List.of(
                table,
                others > 0 ? Lines.of("And ", count, rest, " of them in memory.\n") : new Lines(""),
                new Lines("The kernel drops clean pages under pressure, others after it wrote them (To write). Shared"
                        + " memory (tmpfs, memfd) and private pages count toward a kill. "
                        + (fromStart
                                ? "By native: not mapped by tracked Java code.\n"
                                : "By unknown: by native code, or by Java code before tracking began.\n")));
    }

    private static long bytes(List<ResidentFile> files) {
        return files.stream().mapToLong(ResidentFile::residentBytes).sum();
    }
}
