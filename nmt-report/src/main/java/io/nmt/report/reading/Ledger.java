package io.nmt.report.reading;

import io.nmt.core.model.Category;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.Component;
import io.nmt.report.model.LedgerLine;
import io.nmt.report.model.LedgerLine.Figure;
import io.nmt.report.model.LedgerLine.Stage;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.sources.JvmFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Builds one table of limits, requests and pages of a reading. Pure functions. */
public final class Ledger {
    private Ledger() {}

    /**
     * The lines of a reading.
     *
     * @param reading live or recorded
     * @return those with a figure, RSS last
     */
    public static List<LedgerLine> of(ResidentReading reading) {
        ResidentMemory memory = reading.memory();
        ResidentReading.Facts facts = reading.facts();
        JvmFigures jvm = facts.jvm();
        boolean isLiveKnown = jvm.heapAfterCollectionBytes() > 0 && jvm.heapNotCollectedBytes() == 0;
        List<LedgerLine> lines = new ArrayList<>();
        add(
                lines,
                new Draft("Java heap")
                        .with(Stage.LIMIT, jvm.heapMaxBytes(), Accuracy.EXACT)
                        .with(Stage.ALLOCATED, jvm.heapUsedBytes(), Accuracy.EXACT)
                        .with(
                                Stage.LIVE,
                                isLiveKnown ? jvm.heapAfterCollectionBytes() : 0,
                                jvm.heapAtMost() ? Accuracy.BOUNDED : Accuracy.EXACT)
                        .of(memory, line -> line.kind().isHeap() && line.kind() != Component.JAVA_HEAP_AGAIN));
        add(
                lines,
                new Draft("Java code, tracked")
                        .with(Stage.ALLOCATED, facts.snapshot().total().committed(), Accuracy.EXACT)
                        .with(
                                Stage.RESIDENT,
                                resident(memory, line -> line.kind() == Component.CATEGORY),
                                Accuracy.EXACT));
        add(
                lines,
                new Draft("Including direct buffers")
                        .with(Stage.LIMIT, facts.limits().directBytes(), Accuracy.EXACT)
                        .with(Stage.ALLOCATED, facts.direct().usedBytes(), Accuracy.EXACT)
                        .with(
                                Stage.RESIDENT,
                                memory.line(Component.lineOf(Category.DIRECT_BUFFER))
                                        .residentBytes(),
                                Accuracy.EXACT));
        add(
                lines,
                new Draft("Metaspace with class space")
                        .with(Stage.LIMIT, facts.limits().metaspaceBytes(), Accuracy.EXACT)
                        .of(
                                memory,
                                line -> line.kind() == Component.METASPACE || line.kind() == Component.CLASS_SPACE));
        add(
                lines,
                new Draft("Code cache")
                        .with(Stage.LIMIT, memory.line(Component.CODE_CACHE).reservedBytes(), Accuracy.EXACT)
                        .with(Stage.ALLOCATED, jvm.codeBytes(), Accuracy.EXACT)
                        .of(memory, line -> line.kind() == Component.CODE_CACHE));
        add(
                lines,
                new Draft("Thread stacks")
                        .with(Stage.LIMIT, memory.line(Component.THREAD_STACKS).reservedBytes(), Accuracy.EXACT)
                        .of(memory, line -> line.kind() == Component.THREAD_STACKS));
        if (memory.malloc() != null) {
            add(
                    lines,
                    new Draft("malloc")
                            .with(Stage.ALLOCATED, memory.malloc().inUseBytes(), Accuracy.EXACT)
                            .with(Stage.RETAINED, memory.malloc().freeBytes(), Accuracy.EXACT)
                            .with(
                                    Stage.COMMITTED,
                                    memory.malloc().inUseBytes()
                                            + memory.malloc().freeBytes(),
                                    Accuracy.EXACT));
        }
        long limit = memory.cgroup().get(CgroupFigure.LIMIT);
        add(
                lines,
                new Draft("RSS")
                        .with(Stage.LIMIT, limit > 0 ? limit : facts.limits().containerBytes(), Accuracy.EXACT)
                        .with(Stage.RESIDENT, memory.rssBytes(), Accuracy.EXACT)
                        .with(Stage.SWAPPED, memory.swappedBytes(), Accuracy.EXACT));
        return lines;
    }

    private static void add(List<LedgerLine> lines, Draft draft) {
        if (!draft.figures.isEmpty()) {
            lines.add(new LedgerLine(draft.area, draft.figures));
        }
    }

    private static long resident(ResidentMemory memory, Predicate<ResidentLine> which) {
        return memory.lines().stream()
                .filter(which)
                .mapToLong(ResidentLine::residentBytes)
                .sum();
    }

    /** A line while it is made. */
    private static final class Draft {
        private final String area;
        private final Map<Stage, Figure> figures = new EnumMap<>(Stage.class);

        Draft(String area) {
            this.area = area;
        }

        /** A figure of 0 is not known, or nothing. */
        Draft with(Stage stage, long bytes, Accuracy accuracy) {
            if (bytes > 0) {
                figures.put(stage, new Figure(bytes, accuracy));
            }
            return this;
        }

        /** Adds up lines, committed and resident; the sum is as exact as the least of them. */
        Draft of(ResidentMemory memory, Predicate<ResidentLine> which) {
            Accuracy accuracy = memory.lines().stream()
                    .filter(which)
                    .map(ResidentLine::accuracy)
                    .max(Accuracy::compareTo)
                    .orElse(Accuracy.EXACT);
            long committed = memory.lines().stream()
                    .filter(which)
                    .mapToLong(ResidentLine::committedBytes)
                    .sum();
            return with(Stage.COMMITTED, committed, Accuracy.EXACT)
                    .with(Stage.RESIDENT, resident(memory, which), accuracy);
        }
    }
}
