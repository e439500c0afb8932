package io.nmt.report.judge;

import static io.nmt.report.judge.Judged.format;
import static io.nmt.report.judge.Judged.percent;

import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.DirectBuffers;
import io.nmt.report.reading.sources.LastProfile;
import io.nmt.report.reading.sources.LastTrim;
import java.util.ArrayList;
import java.util.List;

/** What verdicts say of malloc. */
final class MallocFindings {
    private static final long MUCH_MORE = 16L << 20;
    private static final int FEW_ARENAS = 2; // as advised: more than are there do not help

    private MallocFindings() {}

    static Finding kept(Judged judged) {
        ResidentMemory memory = judged.memory();
        List<String> line = List.of(Component.MALLOC_FREE.label());
        long free = judged.resident(line);
        boolean glibc = memory.arenas() > 0;
        return judged.about(
                line,
                format(free) + " is memory that " + memory.allocator() + " keeps after free, "
                        + percent(free, heldByMalloc(judged)) + " of what it holds"
                        + (glibc ? ", in " + memory.arenas() + (memory.arenas() == 1 ? " arena" : " arenas") : "")
                        + judged.growth(line)
                        + judged.huge(HugePages.MALLOC, free)
                        + ": fragmentation, or a peak that is over. No code holds it, so this part is no leak",
                glibc
                        ? trim(judged, free) + "; jemalloc, preloaded, with"
                                + " background_thread:true keeps less"
                                + (memory.arenas() > FEW_ARENAS
                                        ? ", as does MALLOC_ARENA_MAX=" + FEW_ARENAS + " where threads are many"
                                        : "")
                                + (judged.isHuge(HugePages.MALLOC, free)
                                        ? "; a huge page can be given back only when all in it is free"
                                        : "")
                        : memory.allocator().equals("tcmalloc")
                                ? "tcmalloc gives it back sooner with TCMALLOC_RELEASE_RATE=10 or"
                                        + " TCMALLOC_AGGRESSIVE_DECOMMIT=true"
                                : "jemalloc gives it back sooner with background_thread:true and a shorter"
                                        + " dirty_decay_ms");
    }

    /** Advises it, unless it was done, and there is not much more since. */
    private static String trim(Judged judged, long freeBytes) {
        LastTrim done = judged.facts().trimmed();
        if (done == null || freeBytes > done.freeBytes() + Math.max(MUCH_MORE, done.freeBytes() / 2)) {
            return "'rss --trim' shows how much of it can be given back";
        }
        return "'rss --trim' was tried " + Ages.format(judged.facts().nanoTime() - done.nanoTime()) + " ago: RSS "
                + (done.givenBackBytes() > 0 ? "fell by " + format(done.givenBackBytes()) : "did not fall")
                + ", and malloc kept " + format(done.freeBytes())
                + " free, between blocks in use";
    }

    private static long heldByMalloc(Judged judged) {
        long held = judged.resident(judged.jvmMallocLines());
        for (Component component : List.of(
                Component.MALLOC_FREE,
                Component.NATIVE_LIBRARIES,
                Component.BEFORE_TRACKING,
                Component.MALLOC_OVERHEAD)) {
            held += judged.resident(component);
        }
        for (Category category : Category.all()) {
            if (!category.equals(Category.MAPPED_FILE)) {
                held += judged.memory().line(Component.lineOf(category)).residentBytes();
            }
        }
        return held;
    }

    /** Without HotSpot's tracking, what the JVM takes beyond the usual cannot be told from what libraries take. */
    static Finding ofLibraries(Judged judged) {
        ResidentMemory memory = judged.memory();
        List<String> line = List.of(Component.NATIVE_LIBRARIES.label());
        String held = format(judged.resident(line));
        String loaded = memory.line(Component.LIBRARIES).note();
        if (memory.hotSpotTracking()) {
            String finding = memory.malloc() == null
                    ? "native libraries, and what " + memory.allocator() + " keeps after free, have " + held
                            + ": not told apart"
                    : "native libraries hold " + held + " by malloc that neither the JVM nor tracked Java code took"
                            + doubt(judged, line);
            return judged.about(
                    line,
                    finding + judged.growth(line),
                    watch(judged) + (loaded.isEmpty() ? "" : "; " + ofLoaded(loaded)));
        }
        // What the JVM is taken to hold has its part in what grows: where that is an estimate, it cannot be told which.
        List<String> growing = new ArrayList<>(judged.jvmMallocLines());
        growing.addAll(line);
        boolean fromStart = judged.reading().fromStart();
        return judged.about(
                line,
                growing,
                held + " of malloc's memory is not " + (fromStart ? "" : "known to be ") + "Java code's, beside the "
                        + format(judged.resident(judged.jvmMallocLines()))
                        + " that such a JVM is estimated to take" + together(judged.growth(growing))
                        + ": native libraries hold it, or the JVM itself (interned strings, symbols, compilers)"
                        + (fromStart
                                ? ""
                                : ", or Java code that took it before tracking began (Unsafe, arenas, zip streams)")
                        + (memory.malloc() == null
                                ? ", or " + memory.allocator() + " keeps it after free; which, cannot be told"
                                : isFound(judged) ? "" : "; which of them, cannot be told"),
                watch(judged) + "; -XX:NativeMemoryTracking=summary at the next start tells the JVM's part; "
                        + (loaded.isEmpty()
                                ? "no native library is loaded but the JDK's and the system's, so the JVM"
                                        + (fromStart
                                                ? " is likelier"
                                                : " or Java code is likelier; with -javaagent at the next start"
                                                        + " the latter is tracked")
                                : ofLoaded(loaded)));
    }

    private static String ofLoaded(String libraries) {
        return "loaded are " + libraries + ": 'handles PID' counts objects of known libraries that are never closed";
    }

    private static boolean isFound(Judged judged) {
        LastProfile last = judged.facts().profile();
        return last != null && !last.finding().isEmpty();
    }

    /** Proposes a profile of malloc, or says what the last one has found. */
    private static String watch(Judged judged) {
        LastProfile last = judged.facts().profile();
        String command = "'native PID'";
        if (last == null) {
            return command + " tells, while it grows, which library takes it, and from which Java code";
        }
        String age = Ages.format(judged.facts().nanoTime() - last.nanoTime());
        return last.finding().isEmpty()
                ? command + " has found none, " + age + " ago, that took more than it freed; --for 10m sees what takes"
                        + " less"
                : command + " has found, " + age + " ago: " + last.finding().replaceFirst("\\.$", "");
    }

    /** What is free may be in memory instead of what is in use. */
    private static String doubt(Judged judged, List<String> libraries) {
        ResidentLine free = judged.memory().line(Component.MALLOC_FREE.label());
        long more = free.committedBytes() - free.residentBytes();
        return more < judged.resident(libraries) / 4
                ? ""
                : ", less what is in memory of another " + format(more)
                        + " that malloc keeps free: 'rss --trim' gives that back, and tells the two apart";
    }

    private static String together(String growth) {
        return growth.isEmpty() ? "" : "; both together" + growth.replaceFirst("^,", "");
    }

    /** Of which at least the direct buffers are known by the JVM's own count. */
    static Finding beforeTracking(Judged judged) {
        List<String> line = List.of(Component.BEFORE_TRACKING.label());
        DirectBuffers direct = judged.facts().direct();
        long held = judged.resident(line);
        long buffers = Math.min(held, direct.untrackedBytes());
        String unseen = judged.reading().fromStart()
                ? "are of a category that is left out"
                : "are from before tracking began, or of a category that is left out";
        Finding finding = judged.about(
                line,
                (buffers > 0
                        ? format(buffers)
                                + (held > buffers ? " of the " + format(held) + " taken through Unsafe unseen" : "")
                                + " are direct buffers that the agent has not seen allocated, by the"
                                + " JVM's own count: they "
                                + unseen + "; all direct buffers, " + Scale.group(direct.count()) + ", have "
                                + format(direct.usedBytes()) + ofLimit(judged)
                        : format(held)
                                + " was taken through Unsafe (direct buffers are, too) before tracking"
                                + " began, or is of a"
                                + " category that is left out"),
                "start the process with -javaagent, and all categories, to see which code takes it");
        boolean urgent = TrackedFindings.isNearDirectLimit(judged) && TrackedFindings.mostIsUntracked(judged);
        return urgent ? new Finding(finding.verdict(), Rank.URGENT, finding.growth()) : finding;
    }

    private static String ofLimit(Judged judged) {
        long limit = judged.facts().limits().directBytes();
        return limit <= 0
                ? ""
                : ", " + percent(judged.facts().direct().usedBytes(), limit) + " of their limit, " + format(limit)
                        + " (MaxDirectMemorySize)";
    }
}
