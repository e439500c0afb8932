package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.Component;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Judges parts of the process's memory of which the past has a figure: class metadata, mapped files, compiled code,
 * interned strings, symbols, compilers, the collector. Pure functions.
 */
final class ComponentGrowth {
    /** String.intern is native: its callers are in no stack that tracking takes. */
    private static final String CALLERS_OF_INTERN = "asprof -e JVM_InternString PID";

    private static final int MOST_DIVISOR = 2; // a half
    private static final int MAPPED_TIMES = 4; // ZGC up to JDK 21 maps its heap three times

    /** Much of the heap in remembered sets: a tenth. */
    private static final int LEAST_OF_COLLECTOR_DIVISOR = 10;

    private static final int MIN_PACKAGE_PERCENT = 20;
    private static final int MIN_OF_HEAP_PERCENT = 75;

    /** Bytes of an entry of the table of interned strings, as the JVM counts it. */
    private static final long NODE_BYTES = 16;

    /** Parts of the JVM that may be malloc's memory as a whole. */
    private static final Set<String> MALLOC_PERHAPS =
            Set.of(HistoryFigure.CODE.title(), HistoryFigure.COMPILERS.title(), HistoryFigure.COLLECTOR.title());

    private static final int MOST_OF_TABLES_FACTOR = 2; // a table that is made larger doubles

    private ComponentGrowth() {}

    /**
     * Those that grow.
     *
     * @param history of the process
     * @param told statements on lines of code, categories and class loaders
     * @param code the package with most compiled code; null if unknown
     */
    static List<Statement> of(HistoryReading history, List<Statement> told, CodeOwner code) {
        List<Statement> all = new ArrayList<>();
        Rising metaspace = history.rising(HistoryFigure.METASPACE);
        if (metaspace != null
                && !LoaderStatements.explain(told, metaspace.rise().bytesPerMinute())) {
            all.add(besideLoaders(metaspace, told));
        }
        Rising files = history.rising(HistoryFigure.FILES);
        if (files != null && !isTold(told) && !isHeap(history, files)) {
            all.add(risen(statement(Component.MAPPED_FILES.label(), files, List.of(), Next.RSS), files));
        }
        addJvm(all, history, HistoryFigure.CODE, ofCode(code));
        Rising strings = history.rising(HistoryFigure.STRINGS);
        if (strings != null) {
            all.add(ofStrings(strings, history));
        }
        // Classes that are told have the names.
        if (metaspace == null && told.stream().noneMatch(each -> LoaderStatements.isOnLoaders(each) && each.grows())) {
            addJvm(all, history, HistoryFigure.SYMBOLS, List.of());
        }
        addJvm(all, history, HistoryFigure.COMPILERS, List.of());
        if (!isOfHeap(history, history.rising(HistoryFigure.COLLECTOR))) {
            addJvm(all, history, HistoryFigure.COLLECTOR, List.of());
        }
        return all;
    }

    /** Metaspace without that of class loaders which are told. */
    private static Statement besideLoaders(Rising metaspace, List<Statement> told) {
        long bytes = Math.min(metaspace.now(), LoaderStatements.toldMetaspace(told));
        List<Evidence> evidence = new ArrayList<>(List.of(new Evidence(Basis.COMMITTED, 0)));
        if (bytes > 0) {
            evidence.add(new Evidence(Basis.BESIDE_GROWING_BYTES, bytes));
        }
        Statement whole = statement(HistoryFigure.METASPACE.title(), metaspace, evidence, Next.CLASS_LOADERS);
        return new Statement(
                whole.kind(),
                whole.subject(),
                whole.amount() - bytes,
                whole.error(),
                whole.perMinute() - LoaderStatements.toldMetaspacePerMinute(told),
                whole.perMinuteError(),
                whole.sinceMillis(),
                whole.evidence(),
                whole.next());
    }

    /** The table of interned strings. The strings themselves are in the Java heap, which other statements are on. */
    private static Statement ofStrings(Rising strings, HistoryReading history) {
        long count = history.figures().last(HistoryFigure.STRING_COUNT);
        double share = shareBesideHeap(history);
        double inHeap = Math.max(0, 1 - (double) NODE_BYTES * count / Math.max(1, strings.now()));
        List<Evidence> evidence = new ArrayList<>();
        if (count > 0) {
            evidence.add(new Evidence(Basis.OWNERS, count, "strings"));
            evidence.add(new Evidence(Basis.IN_HEAP_BYTES, Math.round(inHeap * strings.now())));
            evidence.add(new Evidence(
                    Basis.IN_HEAP_PER_MINUTE, Math.round(inHeap * strings.rise().bytesPerMinute())));
        }
        if (history.canBeAsked()) {
            evidence.add(new Evidence(Basis.LINE_TOLD_BY, 0, CALLERS_OF_INTERN));
        }
        Statement whole = statement(HistoryFigure.STRINGS.title(), strings, evidence, Next.JVM_PARTS);
        return new Statement(
                whole.kind(),
                whole.subject(),
                Math.round(share * whole.amount()),
                whole.error(),
                Math.round(share * whole.perMinute()),
                Math.round(share * whole.perMinuteError()),
                whole.sinceMillis(),
                whole.evidence(),
                whole.next());
    }

    /** The part of interned strings that is not in the Java heap. */
    static double shareBesideHeap(HistoryReading history) {
        long bytes = Math.max(0, history.figures().last(HistoryFigure.STRINGS));
        Entries strings = new Entries(history.figures().last(HistoryFigure.STRING_COUNT), 0, bytes);
        return bytes == 0 ? 1 : (double) strings.bytesBesideHeap() / bytes;
    }

    private static void addJvm(
            List<Statement> all, HistoryReading history, HistoryFigure figure, List<Evidence> evidence) {
        Rising rising = history.rising(figure);
        if (rising != null) {
            all.add(statement(figure.title(), rising, evidence, Next.JVM_PARTS));
        }
    }

    /** Card tables, mark bits and remembered sets grow with the heap: with ZGC by a twentieth of it. */
    private static boolean isOfHeap(HistoryReading history, Rising collector) {
        return collector != null
                && history.figures().heapTouchedSince(collector.rise().sinceMillis())
                        >= collector.rise().bytes() * LEAST_OF_COLLECTOR_DIVISOR;
    }

    /** The evidence of a package that has much of the code; none of another one. */
    static List<Evidence> ofCode(CodeOwner code) {
        return code == null || code.percent() < MIN_PACKAGE_PERCENT
                ? List.of()
                : List.of(new Evidence(Basis.MOST_FROM_PERCENT, code.percent(), code.packageName()));
    }

    /** The bytes a minute of malloc's memory that a statement explains. */
    static long mallocPerMinute(Statement statement) {
        boolean isMalloc = isOnStrings(statement) || statement.subject().name().equals(HistoryFigure.SYMBOLS.title());
        return isMalloc ? statement.perMinute() : 0;
    }

    /** The most of malloc's memory that may go with it, a minute: from JDK 23 on, code has constants there. */
    static long mostMallocPerMinute(Statement statement) {
        return MALLOC_PERHAPS.contains(statement.subject().name())
                ? statement.perMinute()
                : MOST_OF_TABLES_FACTOR * mallocPerMinute(statement);
    }

    /** Tells whether it is on interned strings. */
    private static boolean isOnStrings(Statement statement) {
        return statement.subject().type() == SubjectType.COMPONENT
                && statement.subject().name().equals(HistoryFigure.STRINGS.title());
    }

    /** The statement on interned strings, if these grow in the heap about as fast as that; else null. */
    static Statement stringsOfHeap(List<Statement> statements, long heapPerMinute) {
        return statements.stream()
                .filter(ComponentGrowth::isOnStrings)
                .filter(each -> 100 * each.evidence(Basis.IN_HEAP_PER_MINUTE) >= MIN_OF_HEAP_PERCENT * heapPerMinute)
                .findFirst()
                .orElse(null);
    }

    /** With the amount that came: the process has mapped libraries and the archive of classes from its start. */
    private static Statement risen(Statement statement, Rising rising) {
        return new Statement(
                statement.kind(),
                statement.subject(),
                rising.rise().bytes(),
                statement.error(),
                statement.perMinute(),
                statement.perMinuteError(),
                statement.sinceMillis(),
                statement.evidence(),
                statement.next());
    }

    private static Statement statement(String name, Rising rising, List<Evidence> evidence, Next next) {
        Subject subject = new Subject(SubjectType.COMPONENT, name, "", 0);
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

    /**
     * ZGC's heap is shared memory, which counts as that of files, and not as anonymous memory. Where its pages are
     * known, they do not.
     */
    private static boolean isHeap(HistoryReading history, Rising files) {
        if (history.figures().last(HistoryFigure.HEAP_RESIDENT) != Statement.UNKNOWN) {
            return false;
        }
        long since = files.rise().sinceMillis();
        long heap = Math.max(
                history.figures().heapTouchedSince(since), history.figures().grownSince(HistoryFigure.HEAP, since));
        return heap >= files.rise().bytes() / MAPPED_TIMES
                && history.figures().grownSince(HistoryFigure.ANONYMOUS, since) < heap / MOST_DIVISOR;
    }
}
