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
import java.util.function.Predicate;

/**
 * Judges how much of a change of RSS between two JVMs their own differences explain: collector, its threads, archive of
 * classes, version. What a difference may change goes to the first that may, without what grew by the program. Pure
 * functions.
 */
public final class JvmChange {
    private static final String NAME = "RSS change by JDK and JVM settings";
    private static final Set<Component> CLASSES = EnumSet.of(Component.CDS, Component.METASPACE, Component.CLASS_SPACE);
    private static final Set<Component> OF_VERSION = EnumSet.of(Component.JVM_MAPPINGS, Component.LIBRARIES);
    private static final Set<Component> HEAP =
            EnumSet.of(Component.JAVA_HEAP, Component.JAVA_HEAP_YOUNG, Component.JAVA_HEAP_OLD);
    private static final String COLLECTOR_OF_MALLOC = Component.JVM_MALLOC.label() + ", GC";

    private final JvmSetup before;
    private final JvmSetup after;
    private final ResidentMemory memoryBefore;
    private final ResidentMemory memoryAfter;
    private final GrownParts grown;
    private final List<Evidence> parts = new ArrayList<>();
    private long explained;
    private long ofProgram;

    private JvmChange(Side before, Side after) {
        this.before = before.setup;
        this.after = after.setup;
        this.memoryBefore = before.memory;
        this.memoryAfter = after.memory;
        this.grown = after.grown().beyond(before.grown());
    }

    /**
     * One of two processes. Immutable.
     *
     * @param setup of its JVM
     * @param memory that is resident; null if unknown
     * @param statements on the process, by the one judge
     */
    public record Side(JvmSetup setup, ResidentMemory memory, List<Statement> statements) {
        /** As it was read: copied. */
        public Side {
            statements = List.copyOf(statements);
        }

        /** The statements on limits and growth; without any, how far growth is known. */
        List<Statement> growth() {
            List<Statement> growth = filtered(JvmChange::isOnGrowth);
            return growth.isEmpty() ? filtered(each -> each.subject().type() == SubjectType.PROCESS) : growth;
        }

        List<Statement> filtered(Predicate<Statement> condition) {
            return statements.stream().filter(condition).toList();
        }

        private GrownParts grown() {
            return GrownParts.of(statements, memory.time().toEpochMilli());
        }
    }

    /**
     * Judges two JVMs.
     *
     * @param before the first
     * @param after the second
     * @return one statement; none where both are alike, or that is unknown
     */
    public static List<Statement> of(Side before, Side after) {
        return before.memory == null
                        || after.memory == null
                        || before.setup.feature() == 0
                        || after.setup.feature() == 0
                ? List.of()
                : new JvmChange(before, after).judge();
    }

    /**
     * Judges two processes: limits and growth in the second come first.
     *
     * @param before the first
     * @param after the second
     * @return statements on the second, and one on the two JVMs where these differ
     */
    public static List<Statement> withGrowth(Side before, Side after) {
        List<Statement> all = new ArrayList<>(after.growth());
        all.addAll(of(before, after));
        return all;
    }

    private static boolean isOnGrowth(Statement statement) {
        return switch (statement.kind()) {
            case LIMIT, LEAK, GROWING -> true;
            default ->
                statement.subject().type() == SubjectType.THREAD
                        || LoaderStatements.isOnLoaders(statement)
                        || statement.evidence(Basis.GREW_UNTIL_MILLIS) != Statement.UNKNOWN;
        };
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
        long malloc = change(EnumSet.of(Component.JVM_MALLOC, Component.JVM_ROUNDING)) - mallocOfCollector();
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
            add(Basis.CHANGED_BY_ARCHIVE, name, without(change(CLASSES), grown.classes()));
        }
        if (isOtherVersion) {
            long bytes = change(OF_VERSION)
                    + without(change(EnumSet.of(Component.CODE_CACHE)), grown.code())
                    + without(malloc, grown.malloc())
                    + (isOtherArchive ? 0 : without(change(CLASSES), grown.classes()))
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
            parts.add(new Evidence(Basis.CHANGED_HEAP, without(change(HEAP), grown.heap()), name));
        }
        if (parts.isEmpty()) {
            return List.of();
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(Basis.RSS_CHANGE, memoryAfter.rssBytes() - memoryBefore.rssBytes()));
        evidence.addAll(parts);
        if (ofProgram > 0) {
            evidence.add(new Evidence(Basis.CHANGED_BY_GROWTH, ofProgram));
        }
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
        return without(change(EnumSet.of(Component.GC)) + mallocOfCollector(), grown.collector());
    }

    /** A change without what the program explains of it. */
    private long without(long change, long byProgram) {
        long part = Math.max(0, Math.min(change, byProgram));
        ofProgram += part;
        return change - part;
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
