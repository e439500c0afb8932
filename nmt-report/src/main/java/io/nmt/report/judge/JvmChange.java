package io.nmt.report.judge;

import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.reading.division.JvmEstimate;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmScale.Collector;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Judges how much of a change of RSS between two JVMs their own differences explain: collector, its threads, archive of
 * classes, version. What a difference may change goes to the first that may. Pure functions.
 */
public final class JvmChange {
    private static final String NAME = "RSS change by JDK and JVM settings";
    private static final Set<Component> CLASSES = EnumSet.of(Component.CDS, Component.METASPACE, Component.CLASS_SPACE);
    private static final Set<Component> OF_VERSION =
            EnumSet.of(Component.CODE_CACHE, Component.JVM_MAPPINGS, Component.LIBRARIES);
    private static final Set<Component> HEAP =
            EnumSet.of(Component.JAVA_HEAP, Component.JAVA_HEAP_YOUNG, Component.JAVA_HEAP_OLD);
    private static final String COLLECTOR_OF_MALLOC = Component.JVM_MALLOC.label() + ", GC";

    private final JvmSetup before;
    private final JvmSetup after;
    private final ResidentMemory memoryBefore;
    private final ResidentMemory memoryAfter;
    private final List<Evidence> parts = new ArrayList<>();
    private long explained;

    private JvmChange(JvmSetup before, JvmSetup after, ResidentMemory memoryBefore, ResidentMemory memoryAfter) {
        this.before = before;
        this.after = after;
        this.memoryBefore = memoryBefore;
        this.memoryAfter = memoryAfter;
    }

    /**
     * Judges two JVMs.
     *
     * @param before the first
     * @param after the second
     * @param memoryBefore resident memory of the first; null if unknown
     * @param memoryAfter of the second; null if unknown
     * @return one statement; none where both are alike, or that is unknown
     */
    public static List<Statement> of(
            JvmSetup before, JvmSetup after, ResidentMemory memoryBefore, ResidentMemory memoryAfter) {
        return memoryBefore == null || memoryAfter == null || before.feature() == 0 || after.feature() == 0
                ? List.of()
                : new JvmChange(before, after, memoryBefore, memoryAfter).judge();
    }

    private List<Statement> judge() {
        boolean isOtherCollector = areKnownAndDiffer(before.collector(), after.collector());
        boolean isOtherHeap = before.heapLimitBytes() != after.heapLimitBytes()
                && before.heapLimitBytes() > 0
                && after.heapLimitBytes() > 0;
        boolean areOtherThreads = before.collectorThreads() != after.collectorThreads();
        boolean isOtherVersion = before.feature() != after.feature();
        boolean isOtherArchive = areKnownAndDiffer(before.archive(), after.archive());
        long collector = isOtherCollector || isOtherHeap || areOtherThreads || isOtherVersion ? ofCollector() : 0;
        long jvm = change(EnumSet.of(Component.JVM_MALLOC, Component.JVM_ROUNDING)) - mallocOfCollector();
        if (isOtherCollector) {
            add(Basis.CHANGED_BY_COLLECTOR, after.collector() + " instead of " + before.collector(), collector);
        } else if (areOtherThreads) {
            String name = after.collectorThreads() + " collector threads instead of " + before.collectorThreads();
            add(Basis.CHANGED_BY_COLLECTOR, name, collector);
        } else if (isOtherHeap) {
            add(Basis.CHANGED_BY_COLLECTOR, "Tables for another heap limit", collector);
        }
        boolean isCollectorTold = !parts.isEmpty();
        if (isOtherArchive) {
            String name = "Class archive " + after.archive() + " instead of " + before.archive();
            add(Basis.CHANGED_BY_ARCHIVE, name, change(CLASSES));
        }
        if (isOtherVersion) {
            long bytes = change(OF_VERSION)
                    + jvm
                    + (isOtherArchive ? 0 : change(CLASSES))
                    + (isCollectorTold ? 0 : collector);
            add(Basis.CHANGED_BY_JDK, "JDK " + after.feature() + " instead of " + before.feature(), bytes);
        }
        if (isOtherHeap) {
            parts.add(new Evidence(Basis.HEAP_LIMIT_BEFORE, before.heapLimitBytes()));
            parts.add(new Evidence(Basis.HEAP_LIMIT_AFTER, after.heapLimitBytes()));
        }
        boolean areOtherHeaders = before.compactHeaders() != after.compactHeaders();
        List<String> ofHeap = new ArrayList<>();
        if (isOtherCollector) {
            ofHeap.add("the collector");
        }
        if (isOtherHeap) {
            ofHeap.add("its limit");
        }
        if (areOtherHeaders) {
            ofHeap.add("compact object headers");
        }
        if (!ofHeap.isEmpty()) {
            String name = "Java heap, perhaps by " + String.join(" and ", ofHeap);
            parts.add(new Evidence(Basis.CHANGED_HEAP, change(HEAP), name));
        }
        if (parts.isEmpty()) {
            return List.of();
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(Basis.RSS_CHANGE, memoryAfter.rssBytes() - memoryBefore.rssBytes()));
        evidence.addAll(parts);
        Subject subject = new Subject(SubjectType.FIGURE, NAME, "", 0);
        return List.of(new Statement(Kind.NORMAL, subject, explained, 0, 0, 0, Statement.UNKNOWN, evidence, Next.NONE));
    }

    private static boolean areKnownAndDiffer(String one, String other) {
        return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
    }

    private void add(Basis basis, String name, long bytes) {
        explained += bytes;
        parts.add(new Evidence(basis, bytes, name));
    }

    private long ofCollector() {
        return change(EnumSet.of(Component.GC)) + mallocOfCollector();
    }

    /** Known where HotSpot tracks its memory in both; else estimated. */
    private long mallocOfCollector() {
        long tracked = sum(memoryAfter, EnumSet.of(Component.JVM_MALLOC), COLLECTOR_OF_MALLOC);
        long trackedBefore = sum(memoryBefore, EnumSet.of(Component.JVM_MALLOC), COLLECTOR_OF_MALLOC);
        return tracked > 0 && trackedBefore > 0
                ? tracked - trackedBefore
                : estimate(after, memoryAfter) - estimate(before, memoryBefore);
    }

    private static long estimate(JvmSetup jvm, ResidentMemory memory) {
        JvmScale scale =
                new JvmScale(jvm.feature(), Collector.of(jvm.collector()), jvm.collectorThreads(), false, 0, 0);
        long bytes = JvmEstimate.collectorBytes(sum(memory, HEAP, ""), scale);
        return Math.min(bytes, sum(memory, EnumSet.of(Component.JVM_MALLOC), ""));
    }

    private long change(Set<Component> kinds) {
        return sum(memoryAfter, kinds, "") - sum(memoryBefore, kinds, "");
    }

    private static long sum(ResidentMemory memory, Set<Component> kinds, String prefix) {
        return memory.lines().stream()
                .filter(line -> kinds.contains(line.kind()) && line.component().startsWith(prefix))
                .mapToLong(ResidentLine::residentBytes)
                .sum();
    }
}
