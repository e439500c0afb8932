package io.nmt.report.document;

import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.model.Trim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A reading of resident memory as text for people. */
public final class ResidentReport {
    private static final long LITTLE_BYTES = 1 << 20;
    private static final int ARENA_ROWS = 8;
    private static final int FILE_ROWS = 8;
    private static final long LEAST_OF_NATIVE = 1L << 20;

    private ResidentReport() {}

    /**
     * Writes a reading as text.
     *
     * @param memory the reading
     * @param earlier another one, of which the difference is shown; may be null
     * @param scale the unit of byte figures
     * @return lines, each ended by a line feed
     */
    public static String text(ResidentMemory memory, ResidentMemory earlier, Scale scale) {
        StringBuilder text = new StringBuilder();
        appendTable(text, "Resident memory of the process", memory, earlier, scale);
        appendFacts(text, memory, scale);
        return text.toString();
    }

    /** The same with another title. */
    static String text(String title, ResidentMemory memory, Scale scale) {
        StringBuilder text = new StringBuilder();
        appendTable(text, title, memory, null, scale);
        appendFacts(text, memory, scale);
        return text.toString();
    }

    static void appendTable(
            StringBuilder text, String title, ResidentMemory memory, ResidentMemory earlier, Scale scale) {
        text.append(title);
        text.append(TableTitle.inBytes(scale));
        List<String> header = new ArrayList<>(List.of("Component", "Reserved", "Committed", "Resident", "Of RSS"));
        if (earlier != null) {
            header.add("Change");
        }
        header.add("Is");
        TextTable table = TextTable.ofFigures(header.toArray(new String[0]));
        for (String component : components(memory, earlier)) {
            table.add(row(memory.line(component), memory, earlier, scale));
        }
        List<String> total =
                new ArrayList<>(List.of(Component.RSS, "", "", scale.format(memory.rssBytes()), "100.0 %"));
        if (earlier != null) {
            total.add(scale.formatChange(memory.rssBytes() - earlier.rssBytes()));
        }
        total.add("exact");
        table.addTotal(total.toArray(new String[0]));
        table.appendTo(text);
    }

    /** Those of both, in the order of the later one. */
    private static Set<String> components(ResidentMemory memory, ResidentMemory earlier) {
        Set<String> components = new LinkedHashSet<>();
        for (ResidentLine line : memory.lines()) {
            components.add(line.component());
        }
        if (earlier != null) {
            for (ResidentLine line : earlier.lines()) {
                components.add(line.component());
            }
        }
        return components;
    }

    private static String[] row(ResidentLine line, ResidentMemory memory, ResidentMemory earlier, Scale scale) {
        List<String> row = new ArrayList<>(List.of(
                line.component(),
                line.reservedBytes() == 0 ? "" : scale.format(line.reservedBytes()),
                line.committedBytes() == 0 ? "" : scale.format(line.committedBytes()),
                scale.format(line.residentBytes()),
                part(line.residentBytes(), memory.rssBytes())));
        if (earlier != null) {
            row.add(scale.formatChange(
                    line.residentBytes() - earlier.line(line.component()).residentBytes()));
        }
        row.add(line.accuracy().label());
        return row.toArray(new String[0]);
    }

    private static String part(long bytes, long rssBytes) {
        long tenths = Math.round(1000.0 * bytes / Math.max(1, rssBytes));
        return tenths / 10 + "." + tenths % 10 + " %";
    }

    private static void appendFacts(StringBuilder text, ResidentMemory memory, Scale scale) {
        appendPeak(text, memory, scale);
        appendPages(text, memory, scale);
        appendMalloc(text, memory, scale);
        appendTracking(text, memory);
        appendNotes(text, memory);
    }

    static void appendPeak(StringBuilder text, ResidentMemory memory, Scale scale) {
        text.append("Peak RSS: ")
                .append(memory.peakRssBytes() > 0 ? Amounts.format(memory.peakRssBytes(), scale) : "unknown");
        text.append(". Swapped out: ").append(Amounts.format(memory.swappedBytes(), scale));
        text.append(". Threads: ").append(Scale.group(memory.threads())).append(".\n");
    }

    private static void appendMalloc(StringBuilder text, ResidentMemory memory, Scale scale) {
        text.append("malloc: ").append(memory.allocator());
        MallocUsage malloc = memory.malloc();
        if (malloc == null) {
            text.append("; retained memory unknown");
            text.append(
                    List.of("jemalloc", "tcmalloc").contains(memory.allocator())
                            ? ": needs JDK 22 and --enable-native-access=ALL-UNNAMED.\n"
                            : ".\n");
        } else {
            if (memory.arenas() > 0) {
                text.append(", ").append(memory.arenas()).append(memory.arenas() == 1 ? " arena" : " arenas");
                String most = System.getenv("MALLOC_ARENA_MAX");
                text.append(
                        most == null
                                ? " (MALLOC_ARENA_MAX is not set)"
                                : " (MALLOC_ARENA_MAX=" + SafeText.line(most) + ")");
            }
            appendUse(text, malloc, scale);
        }
    }

    static void appendUse(StringBuilder text, MallocUsage malloc, Scale scale) {
        text.append("; in use by its own count ").append(Amounts.format(malloc.inUseBytes(), scale));
        text.append(", retained ")
                .append(Amounts.format(malloc.freeBytes(), scale))
                .append(".\n");
    }

    static void appendTracking(StringBuilder text, ResidentMemory memory) {
        text.append(
                memory.hotSpotTracking()
                        ? "HotSpot's native memory tracking is on: it has the figures of the JVM itself.\n"
                        : "HotSpot's native memory tracking is off: figures of the JVM itself are estimates.\n");
    }

    /** Appends what is known of lines beside their figures, and how long it took. */
    static void appendNotes(StringBuilder text, ResidentMemory memory) {
        for (ResidentLine line : memory.lines()) {
            if (!line.note().isEmpty() && line.residentBytes() > 0) {
                text.append(line.component())
                        .append(": ")
                        .append(SafeText.line(line.note()))
                        .append(".\n");
            }
        }
        text.append("Read in ").append(memory.tookNanos() / 1_000_000).append(" ms.\n");
    }

    static void appendPages(StringBuilder text, ResidentMemory memory, Scale scale) {
        PageKinds pages = memory.pages();
        text.append("File pages: ").append(Amounts.format(pages.cleanFileBytes(), scale));
        text.append(" clean, which the kernel drops under pressure, ");
        text.append(Amounts.format(pages.dirtyFileBytes(), scale));
        text.append(" changed, which it writes first. The rest counts toward a kill: ");
        text.append(Amounts.format(pages.sharedMemoryBytes(), scale)).append(" of shared memory");
        long heap = Math.min(pages.sharedMemoryBytes(), sharedHeapBytes(memory));
        if (heap > 0) {
            text.append(" (").append(Amounts.format(heap, scale)).append(" of it the Java heap of ZGC)");
        }
        text.append(", ");
        text.append(Amounts.format(pages.anonymousBytes(), scale)).append(" anonymous.\n");
    }

    /** With the tables that are in the heap, and what is counted again: the system counts it here, too. */
    private static long sharedHeapBytes(ResidentMemory memory) {
        return memory.line(Component.JAVA_HEAP).note().isEmpty()
                ? 0
                : memory.heapBytes()
                        + memory.line(Component.JAVA_HEAP_AGAIN).residentBytes()
                        + memory.line(Component.TRACKING).residentBytes();
    }

    /**
     * Writes statements as text, below a headline.
     *
     * @param statements the most important first
     * @param times of the reader
     * @return lines, after an empty one
     */
    public static String text(List<Statement> statements, Times times) {
        return "\nFindings\n" + String.join("\n", StatementText.of(statements, times)) + "\n";
    }

    /**
     * Writes what came of a trim as text.
     *
     * @param trim that was run
     * @param scale the unit of byte figures
     * @return lines, after an empty one
     */
    public static String text(Trim trim, Scale scale) {
        long kept = trim.before().line(Component.MALLOC_FREE).residentBytes();
        long stays = trim.after().line(Component.MALLOC_FREE).residentBytes();
        long given = trim.givenBackBytes();
        long gone = Math.max(0, kept - stays);
        return "\nmalloc_trim\nRSS " + (given < 0 ? "grew by " : "fell by ") + Amounts.format(Math.abs(given), scale)
                + ". malloc retained at least " + Amounts.format(kept, scale) + ", and " + Amounts.format(stays, scale)
                + " of it are still in memory. "
                + (gone > 0 ? Amounts.format(gone, scale) + " were retention, not a leak. " : "")
                + (given - gone > LITTLE_BYTES
                        ? Amounts.format(given - gone, scale) + " are in other lines, some of them estimates: also"
                                + " retained, or fallen by themselves. "
                        : "")
                + "It needed " + trim.tookNanos() / 1_000_000 + " ms.\n";
    }

    /**
     * Writes the arenas with most free memory as text.
     *
     * @param malloc what malloc says
     * @param scale the unit of byte figures
     * @return lines, after an empty one
     */
    public static String arenas(MallocUsage malloc, Scale scale) {
        if (malloc == null || malloc.arenas().isEmpty()) {
            return "\nArenas of malloc: unknown. They need JDK 21 or later, and glibc.\n";
        }
        List<MallocUsage.Arena> arenas = new ArrayList<>(malloc.arenas());
        arenas.sort((one, other) -> Long.compare(other.freeBytes(), one.freeBytes()));
        StringBuilder text = new StringBuilder("\nArenas of malloc, those with most free memory first (");
        text.append(Scale.group(arenas.size())).append(")\n");
        TextTable table = TextTable.ofFigures("Arena", "From system", "In use", "Free");
        for (MallocUsage.Arena arena : arenas.subList(0, Math.min(ARENA_ROWS, arenas.size()))) {
            table.add(
                    arena.number() == 0 ? "main" : Integer.toString(arena.number()),
                    scale.format(arena.systemBytes()),
                    scale.format(arena.systemBytes() - arena.freeBytes()),
                    scale.format(arena.freeBytes()));
        }
        table.appendTo(text);
        return text.toString();
    }

    /**
     * Writes mapped files by path as text, those with most in memory first; of those that native code has mapped, none
     * below 1 MB.
     *
     * @param files that are mapped, by path
     * @param fromStart whether the agent was there at start: what is not tracked then, Java code has not mapped
     * @param scale the unit of byte figures
     * @return lines, after an empty one; nothing if there are none
     */
    public static String files(List<ResidentFile> files, boolean fromStart, Scale scale) {
        List<ResidentFile> shown = new ArrayList<>(files);
        shown.removeIf(file -> !file.tracked() && file.residentBytes() < LEAST_OF_NATIVE);
        if (shown.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("\nMapped files by path, most in memory first (");
        text.append(Scale.group(shown.size())).append(")\n");
        TextTable table = TextTable.ofFiguresAndName(
                "Length", "Resident", "Clean", "To write", "Shared", "Private", "By", "File");
        for (ResidentFile file : shown.subList(0, Math.min(FILE_ROWS, shown.size()))) {
            PageKinds pages = file.pages();
            table.add(
                    scale.format(file.bytes()),
                    scale.format(file.residentBytes()),
                    scale.format(pages.cleanFileBytes()),
                    scale.format(pages.dirtyFileBytes()),
                    scale.format(pages.sharedMemoryBytes()),
                    scale.format(pages.anonymousBytes()),
                    file.tracked() ? "Java" : fromStart ? "native" : "unknown",
                    file.path());
        }
        table.appendTo(text);
        int others = files.size() - Math.min(FILE_ROWS, shown.size());
        if (others > 0) {
            long rest = files.stream().mapToLong(ResidentFile::residentBytes).sum()
                    - shown.stream()
                            .limit(FILE_ROWS)
                            .mapToLong(ResidentFile::residentBytes)
                            .sum();
            text.append("And ").append(Scale.group(others)).append(others == 1 ? " other, " : " others, ");
            text.append(Amounts.format(rest, scale)).append(" of them in memory.\n");
        }
        return text.append("The kernel drops clean pages under pressure, others after it wrote them (To write). Shared")
                .append(" memory (tmpfs, memfd) and private pages count toward a kill. ")
                .append(
                        fromStart
                                ? "By native: not mapped by tracked Java code.\n"
                                : "By unknown: by native code, or by Java code before tracking began.\n")
                .toString();
    }
}
