package io.nmt.report.document;

import io.nmt.core.model.PageKinds;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report.Section;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentFile;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Trim;
import java.util.ArrayList;
import java.util.List;

/** Builds reports on resident memory: what it means, where it is, and what the system and malloc say of it. */
public final class ResidentReport {
    private static final String TITLE = "Resident memory of the process";
    private static final String UNKNOWN = "UNKNOWN from outside: call sites, growth, live size.";
    private static final long LITTLE_BYTES = 1 << 20;

    private ResidentReport() {}

    /**
     * Builds the report of a reading.
     *
     * @param memory the reading
     * @param earlier another one, of which people see the difference; may be null
     * @param statements on it, told first; {@code verdicts} has those on resident memory
     * @param notes on it, in words
     * @return the report
     */
    public static Report of(
            ResidentMemory memory, ResidentMemory earlier, List<Statement> statements, List<String> notes) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Statements(statements));
        notes.forEach(note -> sections.add(new Lines(note.concat("\n"))));
        sections.add(new Facts().add("notes", notes));
        sections.addAll(ResidentTables.data(memory));
        sections.add(ResidentTables.verdicts(statements));
        sections.addAll(lines(TITLE, memory, earlier, true));
        return new Report(sections, memory.time().toEpochMilli());
    }

    /**
     * Builds the table and the facts of a reading for people.
     *
     * @param memory the reading
     * @return the report
     */
    public static Report of(ResidentMemory memory) {
        return new Report(lines(TITLE, memory, null, true), memory.time().toEpochMilli());
    }

    /**
     * The same, with another title. Of recorded lines alone, there are no facts.
     *
     * @param own whether it is of this process, whose environment can be read
     */
    static List<Section> lines(String title, ResidentMemory memory, ResidentMemory earlier, boolean own) {
        List<Section> sections = new ArrayList<>();
        sections.add(ResidentTables.lines(title, memory, earlier));
        sections.addAll(CgroupTables.of(memory));
        if (!memory.isRecorded()) {
            sections.add(peak(memory));
            sections.add(pages(memory));
            sections.addAll(malloc(memory, own));
            sections.add(tracking(memory));
            sections.add(notes(memory));
        }
        return sections;
    }

    /**
     * Builds the report on a process that nothing was loaded into.
     *
     * @param memory the reading
     * @param answered whether its JVM has answered
     * @param files that are mapped, by path
     * @param statements on it
     * @return the report, with {@code "outside":true}
     */
    public static Report outside(
            ResidentMemory memory, boolean answered, List<ResidentFile> files, List<Statement> statements) {
        List<Section> sections = new ArrayList<>();
        sections.add(new Facts().add("outside", true));
        sections.addAll(ResidentTables.data(memory));
        sections.add(new Statements(statements));
        sections.add(new Facts().add("notes", List.of(UNKNOWN)));
        sections.add(new Lines(UNKNOWN.concat("\n")));
        sections.add(ResidentTables.lines(TITLE + ", read from outside", memory, null));
        sections.addAll(CgroupTables.of(memory));
        sections.add(peak(memory));
        if (!memory.pages().equals(PageKinds.NONE)) {
            sections.add(pages(memory));
        }
        if (memory.malloc() != null) {
            sections.add(new Lines("malloc: " + memory.allocator() + arenas(memory)));
            sections.add(use(memory.malloc()));
        }
        if (answered) {
            sections.add(tracking(memory));
        }
        sections.add(notes(memory));
        sections.addAll(ResidentTables.files(files, false));
        return new Report(sections, System.currentTimeMillis());
    }

    private static Lines peak(ResidentMemory memory) {
        return Lines.of(
                "Peak RSS: ",
                memory.peakRssBytes() > 0 ? (Object) memory.peakRssBytes() : "unknown",
                ". Swapped out: ",
                memory.swappedBytes(),
                ". Threads: " + Scale.group(memory.threads()) + ".\n");
    }

    private static List<Section> malloc(ResidentMemory memory, boolean own) {
        String allocator = "malloc: " + memory.allocator();
        if (memory.malloc() == null) {
            return List.of(new Lines(allocator + "; retained memory unknown"
                    + (List.of("jemalloc", "tcmalloc").contains(memory.allocator())
                            ? ": needs JDK 22 and --enable-native-access=ALL-UNNAMED.\n"
                            : ".\n")));
        }
        String most = System.getenv("MALLOC_ARENA_MAX");
        String limit =
                most == null ? " (MALLOC_ARENA_MAX is not set)" : " (MALLOC_ARENA_MAX=" + SafeText.line(most) + ")";
        return List.of(
                new Lines(allocator + arenas(memory) + (own && memory.arenas() > 0 ? limit : "")),
                use(memory.malloc()));
    }

    private static String arenas(ResidentMemory memory) {
        return memory.arenas() == 0 ? "" : ", " + memory.arenas() + (memory.arenas() == 1 ? " arena" : " arenas");
    }

    private static Lines use(MallocUsage malloc) {
        return Lines.of("; in use by its own count ", malloc.inUseBytes(), ", retained ", malloc.freeBytes(), ".\n");
    }

    private static Lines tracking(ResidentMemory memory) {
        return new Lines(
                memory.hotSpotTracking()
                        ? "HotSpot's native memory tracking is on: it has the figures of the JVM itself.\n"
                        : "HotSpot's native memory tracking is off: figures of the JVM itself are estimates.\n");
    }

    /** Notes on lines, and the time that the reading took. */
    private static Lines notes(ResidentMemory memory) {
        StringBuilder text = new StringBuilder();
        for (ResidentLine line : memory.lines()) {
            if (!line.note().isEmpty() && line.residentBytes() > 0) {
                text.append(line.component())
                        .append(": ")
                        .append(SafeText.line(line.note()))
                        .append(".\n");
            }
        }
        return new Lines(text + "Read in " + memory.tookNanos() / 1_000_000 + " ms.\n");
    }

    private static Lines pages(ResidentMemory memory) {
        PageKinds pages = memory.pages();
        long heap = Math.min(pages.sharedMemoryBytes(), sharedHeapBytes(memory));
        List<Object> parts = new ArrayList<>(List.of(
                "File pages: ",
                pages.cleanFileBytes(),
                " clean, which the kernel drops under pressure, ",
                pages.dirtyFileBytes(),
                " changed, which it writes first. The rest counts toward a kill: ",
                pages.sharedMemoryBytes(),
                " of shared memory"));
        if (heap > 0) {
            parts.addAll(List.of(" (", heap, " of it the Java heap of ZGC)"));
        }
        parts.addAll(List.of(", ", pages.anonymousBytes(), " anonymous.\n"));
        return new Lines(parts);
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
     * Builds what came of a trim.
     *
     * @param trim that was run
     * @return the report, with {@code before} and {@code after}
     */
    public static Report of(Trim trim) {
        long kept = trim.before().line(Component.MALLOC_FREE).residentBytes();
        long stays = trim.after().line(Component.MALLOC_FREE).residentBytes();
        long given = trim.givenBackBytes();
        long gone = Math.max(0, kept - stays);
        List<Object> parts = new ArrayList<>(List.of(
                (given < 0 ? "NORMAL malloc_trim: RSS grew by " : "RETAINED malloc_trim: RSS fell by "),
                Math.abs(given),
                ". malloc retained at least ",
                kept,
                ", and ",
                stays,
                " of it are still in memory. "));
        if (gone > 0) {
            parts.addAll(List.of(gone, " were retention, not a leak. "));
        }
        if (given - gone > LITTLE_BYTES) {
            parts.addAll(List.of(
                    given - gone,
                    " are in other lines, some of them estimates: also retained, or fallen by themselves. "));
        }
        parts.add("It needed " + trim.tookNanos() / 1_000_000 + " ms.\n");
        List<Section> sections = new ArrayList<>();
        sections.add(new Lines(parts));
        sections.add(new Part("before", ResidentTables.data(trim.before())));
        sections.add(new Part("after", ResidentTables.data(trim.after())));
        sections.add(new Facts().add("givenBackBytes", given));
        sections.addAll(lines(TITLE, trim.after(), trim.before(), true));
        return new Report(sections, trim.after().time().toEpochMilli());
    }

    /**
     * Builds arenas: all for programs, those with most free memory for people.
     *
     * @param malloc what malloc says; null if it says nothing
     * @return a part of a report
     */
    public static List<Section> arenas(MallocUsage malloc) {
        return ResidentTables.arenas(malloc);
    }

    /**
     * Builds mapped files by path for people, those with most in memory first; of those that native code has mapped,
     * none below 1 MB.
     *
     * @param files that are mapped, by path
     * @param fromStart whether the agent was there at start: what is not tracked then, Java code has not mapped
     * @return a part of a report; nothing if there are none
     */
    public static List<Section> files(List<ResidentFile> files, boolean fromStart) {
        return ResidentTables.files(files, fromStart);
    }
}
