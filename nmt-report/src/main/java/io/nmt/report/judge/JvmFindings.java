package io.nmt.report.judge;

import static io.nmt.report.judge.Judged.format;
import static io.nmt.report.judge.Judged.percent;

import io.nmt.core.model.Scale;
import io.nmt.report.judge.Finding.Rank;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.Verdict;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.JvmFigures;
import java.util.ArrayList;
import java.util.List;

/** What verdicts say of the JVM's own memory, and of address space. */
final class JvmFindings {
    private static final double NEARLY = 0.9;
    private static final double NEAR_LIMIT = 0.8;
    private static final int HALF = 2;
    private static final int TENTH = 10;
    private static final long LEAST_LEFT_MORE = 8L << 20;
    private static final int MUCH = 3;
    private static final String MAPPINGS = "Mappings";

    private JvmFindings() {}

    static Finding heap(Judged judged) {
        List<String> lines = new ArrayList<>(judged.heapLines());
        lines.remove(Component.JAVA_HEAP_AGAIN.label());
        lines.remove(Component.JAVA_HEAP.label());
        lines.add(0, Component.JAVA_HEAP.label());
        JvmFigures jvm = judged.facts().jvm();
        boolean configured = judged.facts().limits().heapIsConfigured();
        long resident = judged.resident(lines);
        long max = jvm.heapMaxBytes();
        LiveHeap live = LiveHeap.of(judged.reading());
        boolean large = resident >= judged.memory().rssBytes() / HALF;
        long container = judged.facts().limits().containerBytes();
        long outside = judged.memory().outsideHeapBytes();
        boolean tooLarge = container > 0 && max + outside > container;
        boolean full = live.isExact() && max > 0 && live.bytes() >= NEARLY * max;
        ResidentGrowth left = judged.livedGrowth();
        boolean leftMore = left.bytes() >= Math.max(LEAST_LEFT_MORE, live.bytes() / TENTH);
        boolean livesMore = left.steady() || leftMore;
        boolean grows = livesMore || !judged.growth(lines).isEmpty();
        String allowed = ", of the " + format(max)
                + (configured ? " that the JVM's options allow" : " that it may have (-Xmx is not set)");
        String meaning = tooLarge
                ? ". With the " + format(outside)
                        + " outside it that do not go when memory is short, it may pass the container's" + " limit of "
                        + format(container) + ", and the process be killed, when it becomes as large as it may"
                : full
                        ? ": nearly all that it may have"
                        : large && !grows
                                ? ". That is normal: a JVM uses the heap that it is given, and no native memory is"
                                        + " lost there"
                                : "";
        return judged.about(
                lines,
                "the Java heap has " + format(resident) + ", "
                        + percent(resident, judged.memory().rssBytes()) + " of RSS"
                        + allowed
                        + judged.growth(lines)
                        + judged.huge(HugePages.HEAP, resident)
                        + ". "
                        + capitalized(live.words())
                        + (left.steady()
                                ? ", and what they leave grows steadily: " + Judged.words(left)
                                : leftMore ? "; that is " + Judged.words(left) : "")
                        + (live.moreWords().isEmpty() ? "" : ". " + live.moreWords())
                        + (livesMore
                                ? ". What grows here is the Java heap, no native memory"
                                : grows
                                        ? ". That more of the heap was touched does not show that more of it lives"
                                        : "")
                        + meaning,
                livesMore
                        ? "'jcmd PID GC.class_histogram' tells what is in it, a heap dump ('jcmd PID"
                                + " GC.heap_dump FILE') what"
                                + " keeps that; 'rss --advise' proposes limits"
                        : full
                                ? "a heap dump shows what lives in it; 'rss --advise' proposes limits"
                                : "'rss --advise' proposes limits");
    }

    static Finding stacks(Judged judged) {
        ResidentLine stacks = judged.memory().line(Component.THREAD_STACKS);
        List<String> line = List.of(stacks.component());
        int threads = judged.memory().threads();
        boolean huge = judged.isHuge(HugePages.STACKS, stacks.residentBytes());
        return judged.about(
                line,
                "the stacks of " + Scale.group(threads) + " threads hold " + format(stacks.residentBytes()) + ", "
                        + Scale.KB.format(stacks.residentBytes() / Math.max(1, threads)) + " each"
                        + judged.growth(line)
                        + judged.huge(HugePages.STACKS, stacks.residentBytes()),
                (huge
                                ? "madvise in /sys/kernel/mm/transparent_hugepage/enabled, or a size by -Xss that is no"
                                        + " multiple of 2 MB, keeps huge pages out of stacks; "
                                : "")
                        + "'jcmd PID Thread.print' shows the threads; fewer of them, or virtual ones, need less");
    }

    static Finding classes(Judged judged) {
        ResidentLine metaspace = judged.memory().line(Component.METASPACE);
        List<String> lines = List.of(metaspace.component(), Component.CLASS_SPACE.label());
        return judged.about(
                lines,
                "class metadata holds " + format(judged.resident(lines)) + ", of " + metaspace.note()
                        + judged.growth(lines),
                "'jcmd PID VM.classloader_stats' shows what has loaded them; class loaders that are kept keep theirs");
    }

    static Finding code(Judged judged) {
        List<String> line = List.of(Component.CODE_CACHE.label());
        return judged.about(
                line,
                "compiled code holds " + format(judged.resident(line)) + judged.growth(line),
                "-XX:ReservedCodeCacheSize limits it");
    }

    static Finding jvm(Judged judged) {
        List<String> lines = new ArrayList<>(judged.jvmMallocLines());
        lines.remove(Component.JVM_MALLOC.label());
        lines.add(0, Component.JVM_MALLOC.label());
        lines.add(Component.JVM_MAPPINGS.label());
        lines.add(Component.GC.label());
        long resident = judged.resident(lines);
        boolean counted = judged.memory().hotSpotTracking();
        // Its mappings, and the estimate for its malloc, take what they can get: that they grow may be a native
        // library.
        List<String> growing = new ArrayList<>(counted ? judged.jvmMallocLines() : List.of());
        growing.add(Component.GC.label());
        long mappings = judged.resident(Component.JVM_MAPPINGS);
        return judged.about(
                lines,
                growing,
                "the JVM itself holds " + (!counted ? "an estimated " : mappings > 0 ? "at most " : "")
                        + format(resident)
                        + ": symbols, interned strings, compilers, the collector's tables"
                        + largest(judged, lines, resident) + judged.growth(growing)
                        + (mappings > 0 && mappings >= resident / MUCH
                                ? "; " + format(mappings) + " of it are mappings that may be a native library's"
                                : ""),
                judged.memory().hotSpotTracking()
                        ? "'jcmd PID VM.native_memory' has it by purpose"
                        : "with -XX:NativeMemoryTracking=summary this is no estimate");
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** The purpose that takes a third of it or more, if there is one. */
    private static String largest(Judged judged, List<String> lines, long residentBytes) {
        String prefix = Component.JVM_MALLOC.label() + ", ";
        for (String line : lines) {
            long bytes = judged.memory().line(line).residentBytes();
            if (line.startsWith(prefix)
                    && !line.equals(Component.JVM_ROUNDING.label())
                    && bytes >= residentBytes / MUCH) {
                return "; " + format(bytes) + " of it for what HotSpot calls " + line.substring(prefix.length());
            }
        }
        return "";
    }

    static Finding unaccounted(Judged judged) {
        List<String> line = List.of(Component.UNACCOUNTED.label());
        // What the JVM may have mapped is filled first: what grows beyond that does not begin there.
        List<String> both = List.of(Component.UNACCOUNTED.label(), Component.JVM_MAPPINGS.label());
        String growth = judged.growth(both);
        long resident = judged.resident(growth.isEmpty() ? line : both);
        String loaded = judged.memory().line(Component.LIBRARIES).note();
        return judged.about(
                growth.isEmpty() ? line : both,
                both,
                format(resident) + " is anonymous memory of which it is not known what has mapped it"
                        + (growth.isEmpty()
                                ? ""
                                : ", with the " + format(judged.resident(Component.JVM_MAPPINGS))
                                        + " that may be the JVM's" + growth)
                        + judged.huge(HugePages.OTHER, judged.resident(line)),
                "a native library that maps memory by itself, or has a malloc of its own, or a stack that was"
                        + " not found" + (loaded.isEmpty() ? "" : "; loaded are " + loaded));
    }

    /** Returns null unless there are nearly as many as the system allows. */
    static Finding mappings(Judged judged) {
        int mappings = judged.facts().mappings();
        long limit = judged.facts().limits().mappings();
        if (limit == 0 || mappings < NEAR_LIMIT * limit) {
            return null;
        }
        Verdict verdict = new Verdict(
                MAPPINGS,
                0,
                "the process has " + Scale.group(mappings) + " of the " + Scale.group(limit)
                        + " mappings that vm.max_map_count allows: beyond, mmap and malloc fail, and threads do"
                        + " not start",
                "raise vm.max_map_count, or map fewer and larger pieces: 'summary' lists mapped files; each thread and"
                        + " each arena of malloc takes mappings, too");
        return new Finding(verdict, Rank.URGENT, ResidentGrowth.NONE);
    }
}
