package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReading.Rising;
import java.util.ArrayList;
import java.util.List;

/** Judges the parts of resident memory of which the past has a figure: class metadata, mapped files. Pure functions. */
final class ComponentGrowth {
    private static final int MOST_DIVISOR = 2; // a half

    private ComponentGrowth() {}

    /**
     * Those that grow.
     *
     * @param history of the process
     * @param told statements on lines of code, categories and class loaders
     */
    static List<Statement> of(HistoryReading history, List<Statement> told) {
        List<Statement> all = new ArrayList<>();
        Rising metaspace = history.rising(HistoryFigure.METASPACE);
        if (metaspace != null
                && !LoaderStatements.explain(told, metaspace.rise().bytesPerMinute())) {
            all.add(statement(
                    Component.METASPACE, metaspace, List.of(new Evidence(Basis.COMMITTED, 0)), Next.CLASS_LOADERS));
        }
        Rising files = history.rising(HistoryFigure.FILES);
        if (files != null && !isTold(told) && !isHeap(history, files)) {
            all.add(statement(Component.MAPPED_FILES, files, List.of(), Next.SUMMARY));
        }
        return all;
    }

    private static Statement statement(Component component, Rising rising, List<Evidence> evidence, Next next) {
        Subject subject = new Subject(SubjectType.COMPONENT, component.label(), "", 0);
        return GrowthJudge.of(Kind.GROWING, subject, rising, evidence, next);
    }

    /** Tells whether the code that maps more and more is told: then the pages are its. */
    private static boolean isTold(List<Statement> told) {
        String mapped = Category.MAPPED_FILE.name();
        return told.stream()
                .map(Statement::subject)
                .anyMatch(subject ->
                        subject.name().equals(mapped) || subject.category().equals(mapped));
    }

    /** ZGC's heap is shared memory, which counts as that of files, and not as anonymous memory. */
    private static boolean isHeap(HistoryReading history, Rising files) {
        long since = files.rise().sinceMillis();
        long heap = Math.max(history.heapTouchedSince(since), history.grownSince(HistoryFigure.HEAP, since));
        return heap >= files.rise().bytes() / MOST_DIVISOR
                && history.grownSince(HistoryFigure.ANONYMOUS, since) < heap / MOST_DIVISOR;
    }
}
