package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import java.util.ArrayList;
import java.util.List;

/** Statements on malloc's memory. Pure functions of a reading. */
final class MallocStatements {
    static final String HOTSPOT_TRACKING = "-XX:NativeMemoryTracking=summary";

    /** The name of the line in a process that was tracked from its start. */
    private static final String LEFT_OUT = "Unsafe, not tracked";

    private static final String AGENT = "-javaagent";
    private static final long MIN_MORE_TO_TRIM_BYTES = 16L << 20;
    private static final int FEW_ARENAS = 2; // as advised: more than are there do not help
    private static final int MIN_MORE_ARENAS = 8;
    private static final int MIN_DOUBT_DIVISOR = 4; // a quarter

    private MallocStatements() {}

    static Statement kept(ResidentLines lines) {
        ResidentMemory memory = lines.memory();
        Draft draft = Draft.of(lines, Kind.RETAINED, List.of(Component.MALLOC_FREE.label()))
                .kind(Kind.RETAINED);
        long free = lines.resident(Component.MALLOC_FREE);
        draft.with(Basis.ALLOCATOR_PERCENT, ResidentLines.percent(free, heldByMalloc(lines, free)), memory.allocator());
        if (memory.arenas() == 0) {
            return draft.with(
                            Basis.REMEDY,
                            0,
                            memory.allocator().equals("tcmalloc")
                                    ? "TCMALLOC_RELEASE_RATE=10"
                                    : "MALLOC_CONF=background_thread:true")
                    .make();
        }
        draft.with(Basis.ARENAS, memory.arenas());
        draft.withHugePages(HugePages.MALLOC, free);
        LastTrim done = lines.facts().trimmed();
        boolean isTrimmed =
                done != null && free <= done.freeBytes() + Math.max(MIN_MORE_TO_TRIM_BYTES, done.freeBytes() / 2);
        if (isTrimmed) {
            draft.with(Basis.TRIMMED_BYTES, Math.max(0, done.givenBackBytes()))
                    .with(Basis.TRIMMED_NANOS, lines.facts().nanoTime() - done.nanoTime())
                    .with(Basis.TRIM_LEFT_BYTES, done.freeBytes());
        }
        boolean isBounded = memory.arenas() <= FEW_ARENAS
                || (lines.facts().limits().arenas() > 0
                        && lines.facts().limits().arenas() <= FEW_ARENAS);
        return draft.with(
                        Basis.REMEDY,
                        0,
                        isBounded
                                ? "jemalloc by LD_PRELOAD, with MALLOC_CONF=background_thread:true"
                                : "MALLOC_ARENA_MAX=" + FEW_ARENAS + ", or jemalloc by LD_PRELOAD")
                .next(isTrimmed ? Next.NONE : Next.TRIM)
                .make();
    }

    /** Judges it from outside, where it cannot be told apart. */
    static Statement unknown(ResidentLines lines) {
        return Draft.of(lines, Kind.UNKNOWN, List.of(Component.OTHER_ANONYMOUS.label()))
                .withLibraries()
                .next(Next.RSS)
                .make();
    }

    /** Returns null unless there are many more arenas than before. */
    static Statement arenas(ResidentLines lines) {
        int arenas = lines.memory().arenas();
        LineChange more = lines.since(arenas, before -> before.arenas() > 0 ? before.arenas() : -1);
        return more.bytes() < Math.max(MIN_MORE_ARENAS, arenas / 2)
                ? null
                : Draft.of(lines, SubjectType.COUNT, Kind.HELD, "malloc arenas", arenas)
                        .withMore(more)
                        .make();
    }

    /** By the allocator's own figures, as the table has them; without these, by the lines that may be its. */
    private static long heldByMalloc(ResidentLines lines, long freeBytes) {
        MallocUsage own = lines.memory().malloc();
        if (own != null) {
            return Math.max(freeBytes, own.inUseBytes() + own.freeBytes());
        }
        long held = lines.resident(lines.jvmMalloc());
        for (Component component : List.of(
                Component.MALLOC_FREE,
                Component.NATIVE_LIBRARIES,
                Component.BEFORE_TRACKING,
                Component.MALLOC_OVERHEAD,
                Component.UNSAFE_BY_HOTSPOT,
                Component.OTHER_ANONYMOUS)) {
            held += lines.resident(component);
        }
        for (Category category : Category.all()) {
            if (!category.equals(Category.MAPPED_FILE)) {
                held += lines.memory().line(Component.lineOf(category)).residentBytes();
            }
        }
        return held;
    }

    /** Without HotSpot's tracking, what the JVM takes beyond the usual cannot be told from what libraries take. */
    static Statement ofLibraries(ResidentLines lines) {
        ResidentMemory memory = lines.memory();
        List<String> line = List.of(Component.NATIVE_LIBRARIES.label());
        long held = lines.resident(line);
        boolean counted = memory.hotSpotTracking();
        // Where there is none of it, what grows is the JVM's.
        List<String> growing = new ArrayList<>(counted || held == 0 ? List.of() : lines.jvmMalloc());
        growing.addAll(line);
        boolean isKnown = counted && memory.malloc() != null;
        LineChange change = lines.changeOfMalloc(growing).atMost(held);
        Draft draft = Draft.of(lines, isKnown ? Kind.HELD : Kind.UNKNOWN, line, change, held);
        if (!counted) {
            draft.with(Basis.MAY_BE_JVM, 0).with(Basis.ESTIMATED_BYTES, lines.resident(lines.jvmMalloc()));
        }
        if (!lines.reading().fromStart() && !counted) {
            draft.with(Basis.MAY_BE_EARLIER, 0);
        }
        if (memory.malloc() == null) {
            draft.with(Basis.MAY_BE_FREE_BYTES, 0, memory.allocator());
        } else if (counted && doubt(memory) >= held / MIN_DOUBT_DIVISOR) {
            draft.with(Basis.MAY_BE_FREE_BYTES, doubt(memory), memory.allocator());
        }
        addProfile(draft, lines);
        withHandles(draft.withLibraries(), lines);
        if (!counted) {
            draft.with(
                    Basis.TOLD_WITH,
                    0,
                    lines.reading().fromStart() ? HOTSPOT_TRACKING : AGENT + " and " + HOTSPOT_TRACKING);
        }
        return draft.make();
    }

    /** Free memory may be resident instead of memory in use. */
    private static long doubt(ResidentMemory memory) {
        ResidentLine free = memory.line(Component.MALLOC_FREE);
        return Math.max(0, free.committedBytes() - free.residentBytes());
    }

    private static void addProfile(Draft draft, ResidentLines lines) {
        LastProfile last = lines.facts().profile();
        if (last != null) {
            draft.with(Basis.PROFILE_NANOS, lines.facts().nanoTime() - last.nanoTime(), last.finding());
        }
    }

    /**
     * Names handles that grow with it: their lines of code are known. Else a profile is advised, only of what grows: it
     * sees nothing else.
     */
    static Draft withHandles(Draft draft, ResidentLines lines) {
        List<Statement> handles = lines.growingHandles();
        if (!handles.isEmpty() && draft.isMore()) {
            Statement first = handles.get(0);
            draft.with(Basis.OPEN_HANDLES, first.amount(), first.subject().name());
        }
        return draft.next(
                draft.isMore() && lines.facts().profile() == null && handles.isEmpty()
                        ? Next.NATIVE
                        : lines.hasLibraries() || !handles.isEmpty() ? Next.HANDLES : Next.NONE);
    }

    /** Judges memory from before tracking; its direct buffers are known by the JVM's own count. */
    static Statement beforeTracking(ResidentLines lines) {
        List<String> line = List.of(Component.BEFORE_TRACKING.label());
        DirectBuffers direct = lines.facts().direct();
        Draft draft = Draft.of(lines, Kind.HELD, line);
        long buffers = Math.min(lines.resident(line), direct.untrackedBytes());
        if (lines.reading().fromStart()) {
            draft.named(LEFT_OUT);
        } else {
            draft.with(Basis.MAY_BE_EARLIER, 0);
        }
        if (buffers > 0) {
            draft.with(Basis.UNSEEN_BUFFER_BYTES, buffers);
            if (direct.untrackedBytes() >= direct.usedBytes()) {
                draft.with(Basis.OWNERS, direct.count(), "direct buffers"); // the JVM counts all of them
            }
            TrackedStatements.addDirectLimit(draft, lines, direct.usedBytes());
        }
        if (TrackedStatements.isNearDirectLimit(lines) && TrackedStatements.mostIsUntracked(lines)) {
            draft.kind(Kind.LIMIT);
        }
        return draft.with(Basis.TOLD_WITH, 0, lines.reading().fromStart() ? "all categories" : AGENT)
                .make();
    }
}
