package io.nmt.report.judge;

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
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says how much of the growth of RSS the other statements explain. Pure functions. */
final class RssGrowth {
    /** The name of what grows of RSS and nothing explains. */
    static final String REST = "rest of RSS growth";

    static final int EXPLAINED_PERCENT = 90;

    /** A rise by what warms up alone ends: where the heap may not become larger, where all code is compiled. */
    private static final int NORMAL_PERCENT = 75;

    private static final int MIN_COMMANDS_SHARE = 10; // 10 percent
    private static final int MIN_WARM_UP_SHARE = 20; // 5 percent

    private static final long MAX_STACK_BYTES = 1 << 20; // of a thread, by default

    /** Bytes of a loader beside its metaspace at the most, in the Java heap and in malloc's memory. */
    private static final long MAX_LOADER_BYTES = 16 << 10;

    private RssGrowth() {}

    /**
     * Adds RSS, how much of its growth is explained, and what is not.
     *
     * @param history of the process
     * @param statements on all else; those on RSS are added
     * @param perMinuteOfCategories how fast the told lines of each category grow
     */
    static void add(HistoryReading history, List<Statement> statements, Map<String, Long> perMinuteOfCategories) {
        Rising rss = history.rising(HistoryFigure.RSS);
        if (rss == null) {
            return;
        }
        Rise rise = rss.rise();
        if (wasFreed(history, rise)) {
            return;
        }
        long perMinute = Math.max(1, rise.bytesPerMinute());
        Parts parts = Parts.of(history, statements, perMinuteOfCategories);
        // What is tracked may rise too unsteadily to be told: it is no native library's.
        long heap = Math.max(0, history.figures().grownSince(HistoryFigure.HEAP, rise.sinceMillis()));
        long firstUsed = history.figures().heapTouchedSince(rise.sinceMillis());
        long grown = history.figures().grownSince(HistoryFigure.TRACKED, rise.sinceMillis());
        long tracked = ofRise(rise, grown + heap);
        boolean isTold = 100 * parts.told() >= EXPLAINED_PERCENT * Math.min(tracked, perMinute);
        // The heap's first use is told below, unless the heap is told to grow, or has become larger.
        boolean hasHeap = history.rising(HistoryFigure.HEAP) != null;
        long ofHeap = hasHeap ? 0 : ofRise(rise, isTold ? firstUsed : Math.max(0, firstUsed - heap));
        boolean isHeap = firstUsed >= rise.bytes() / 2;
        long told = isTold ? parts.told() : tracked;
        long percent = Math.min(100, 100 * told / perMinute);
        boolean isHeapTold =
                percent < EXPLAINED_PERCENT && (isHeap || 100 * ofHeap >= (100 - EXPLAINED_PERCENT) * perMinute);
        long bytes = Math.min(firstUsed, rise.bytes() * (100 - percent) / 100);
        // The heap's first use is no statement, but it is known.
        long known = isHeapTold && told > 0 ? Math.min(100, 100 * (told + ofHeap) / perMinute) : percent;
        long classesAndCode = classesAndCode(history, rise);
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(isTold ? Basis.EXPLAINED_PERCENT : Basis.TRACKED_PERCENT, known));
        if (isHeapTold) {
            long most = Math.min(parts.mostNow, Math.round(rise.bytes() * ((double) parts.most / perMinute)));
            if (most > bytes) {
                evidence.add(new Evidence(Basis.PART_BYTES, most, parts.mostOf));
            }
            evidence.add(new Evidence(Basis.HEAP_FIRST_USED_BYTES, bytes));
        }
        if (known < EXPLAINED_PERCENT && MIN_WARM_UP_SHARE * classesAndCode >= rise.bytes()) {
            evidence.add(new Evidence(Basis.CLASSES_AND_CODE_BYTES, classesAndCode));
        }
        long commands = history.figures().grownSince(HistoryFigure.OWN, rise.sinceMillis());
        if (MIN_COMMANDS_SHARE * commands >= rise.bytes()) {
            evidence.add(new Evidence(Basis.COMMANDS_BYTES, commands));
        }
        long warmUp = firstUsed + classesAndCode + classesAndCode / 2;
        long explained = parts.resident
                + Math.max(parts.tracked, isTold ? 0 : tracked)
                + ofHeap
                + ofRise(rise, classesAndCode + classesAndCode / 2);
        boolean isExplained = isHeap || 100 * explained >= EXPLAINED_PERCENT * perMinute;
        // Where the heap's pages were read, little else is left: a native leak beside it is told.
        boolean isHeapRead = history.figures().last(HistoryFigure.HEAP_RESIDENT) != Statement.UNKNOWN;
        boolean isNormal = !isAnyGrowing(statements)
                && ((!isHeapRead && 100 * firstUsed >= NORMAL_PERCENT * rise.bytes())
                        || (2 * warmUp >= rise.bytes() && !history.figures().risesBesideWarmUp()));
        Subject subject = new Subject(SubjectType.FIGURE, HistoryFigure.RSS.title(), "", 0);
        statements.add(GrowthJudge.of(isNormal ? Kind.NORMAL : Kind.GROWING, subject, rss, evidence, Next.NONE));
        if (!isExplained && !isOfHandles(statements, perMinute - explained, history.canBeAsked())) {
            long rest = perMinute - explained;
            rest -= besides(statements, rest);
            if (100 * rest < (100 - EXPLAINED_PERCENT) * perMinute) {
                return;
            }
            long restBytes = Math.round(rise.bytes() * ((double) rest / perMinute));
            statements.add(new Statement(
                    Kind.UNKNOWN,
                    new Subject(SubjectType.FIGURE, REST, "", 0),
                    restBytes,
                    0,
                    rest,
                    0,
                    rise.sinceMillis(),
                    ofFiles(history, rise, restBytes),
                    history.canBeAsked() ? Next.RSS : Next.NONE));
        }
    }

    /**
     * The bytes a minute that statements explain.
     *
     * @param tracked of tracked memory
     * @param resident of parts of resident memory that are not tracked
     * @param most of the part among these that grows fastest
     * @param mostOf its name
     * @param mostNow what there is of that
     */
    private record Parts(long tracked, long resident, long most, String mostOf, long mostNow) {
        static Parts of(HistoryReading history, List<Statement> statements, Map<String, Long> perMinuteOfCategories) {
            long tracked = 0;
            long stacks = 0;
            Map<String, Long> parts = new TreeMap<>();
            Map<String, Long> amounts = new HashMap<>(); // of these
            for (Statement statement : statements) {
                long here = isCount(statement) ? 0 : explained(statement, perMinuteOfCategories);
                if (statement.subject().type() == SubjectType.COMPONENT) {
                    parts.merge(statement.subject().name(), here, Long::sum);
                    amounts.merge(statement.subject().name(), statement.amount(), Long::sum);
                } else {
                    tracked += here;
                }
                stacks += ThreadStatements.stackBytesPerMinute(statement);
                long stackBytes = Math.max(0, statement.evidence(Basis.STACK_BYTES));
                amounts.merge(Component.THREAD_STACKS.label(), stackBytes, Long::sum);
            }
            parts.merge(Component.THREAD_STACKS.label(), stacks, Long::sum);
            parts.merge(HistoryFigure.METASPACE.title(), metaspaceOfLoaders(history, statements), Long::sum);
            String most = Collections.max(parts.keySet(), Comparator.comparing(parts::get));
            long resident = parts.values().stream().mapToLong(Long::longValue).sum();
            amounts.putIfAbsent(
                    HistoryFigure.METASPACE.title(),
                    Math.max(0, history.figures().last(HistoryFigure.METASPACE)));
            return new Parts(tracked, resident, parts.get(most), most, amounts.getOrDefault(most, 0L));
        }

        long told() {
            return tracked + resident;
        }

        /** The metaspace that statements on class loaders explain. */
        private static long metaspaceOfLoaders(HistoryReading history, List<Statement> statements) {
            Rising metaspace = history.rising(HistoryFigure.METASPACE);
            if (metaspace == null) {
                return 0; // the classes that were loaded have it
            }
            long perMinute = metaspace.rise().bytesPerMinute();
            return LoaderStatements.explain(statements, perMinute)
                    ? perMinute
                    : LoaderStatements.toldMetaspacePerMinute(statements);
        }
    }

    /** The classes that were loaded, and the code that was compiled, where neither is told to grow. */
    private static long classesAndCode(HistoryReading history, Rise rise) {
        long bytes = 0;
        for (HistoryFigure figure : List.of(HistoryFigure.METASPACE, HistoryFigure.CODE)) {
            bytes += history.rising(figure) == null
                    ? Math.max(0, history.figures().grownSince(figure, rise.sinceMillis()))
                    : 0;
        }
        return Math.min(bytes, rise.bytes());
    }

    /** The pages of files that came in that time, such as those of libraries, if they are a part worth telling. */
    private static List<Evidence> ofFiles(HistoryReading history, Rise rise, long restBytes) {
        long bytes = Math.min(restBytes, history.figures().grownSince(HistoryFigure.FILES, rise.sinceMillis()));
        return MIN_WARM_UP_SHARE * bytes < restBytes ? List.of() : List.of(new Evidence(Basis.FILE_PAGES_BYTES, bytes));
    }

    /** Tells whether most of it was tracked memory that was freed since: malloc keeps it. */
    private static boolean wasFreed(HistoryReading history, Rise rise) {
        long most = history.figures().mostGrownSince(HistoryFigure.TRACKED, rise.sinceMillis());
        long now = history.figures().grownSince(HistoryFigure.TRACKED, rise.sinceMillis());
        return most - now > rise.bytes() / 2;
    }

    private static boolean isAnyGrowing(List<Statement> statements) {
        return statements.stream()
                .anyMatch(each -> each.grows() && (each.kind() == Kind.LEAK || each.kind() == Kind.GROWING));
    }

    /** The bytes a minute of what has grown by so much since the rise began. */
    private static long ofRise(Rise rise, long bytes) {
        return Math.round(Math.max(0, bytes) * (double) rise.bytesPerMinute() / Math.max(1, rise.bytes()));
    }

    /** Amounts are no bytes. */
    private static boolean isCount(Statement statement) {
        SubjectType type = statement.subject().type();
        return type == SubjectType.HANDLE
                || type == SubjectType.THREAD
                || type == SubjectType.LOADER
                || type == SubjectType.COUNT;
    }

    /** Tells whether native handles grow: then these come first, since what grows may be theirs. */
    private static boolean isOfHandles(List<Statement> statements, long perMinute, boolean canBeAsked) {
        for (Statement statement : statements) {
            if (statement.subject().type() == SubjectType.HANDLE && statement.grows()) {
                statements.remove(statement);
                statements.add(
                        0,
                        statement.withEvidence(
                                new Evidence(Basis.MAY_HOLD_PER_MINUTE, perMinute),
                                canBeAsked ? Next.HANDLES : Next.NONE));
                return true;
            }
        }
        return false;
    }

    /** The bytes a minute that go with what grows, though they are no part of its amount; its statement says so. */
    private static long besides(List<Statement> statements, long rest) {
        long left = rest;
        for (Statement statement : List.copyOf(statements)) {
            long most = Math.min(left, mostBeside(statement));
            if (most > 0) {
                statements.set(
                        statements.indexOf(statement),
                        statement.withEvidence(new Evidence(Basis.MAY_HOLD_PER_MINUTE, most), statement.next()));
                left -= most;
            }
        }
        return rest - left;
    }

    /** Threads have stacks; of class loaders, the JVM has names and tables in malloc's memory, and compiled code. */
    private static long mostBeside(Statement statement) {
        String name = statement.subject().name();
        return ThreadStatements.isOnThreads(statement)
                ? statement.perMinute() * MAX_STACK_BYTES
                : LoaderStatements.isOnLoaders(statement)
                        ? statement.perMinute() * MAX_LOADER_BYTES + LoaderStatements.mallocPerMinute(statement)
                        : isOnClassesOrCode(name) ? statement.perMinute() / 2 : 0;
    }

    private static boolean isOnClassesOrCode(String name) {
        return name.equals(HistoryFigure.METASPACE.title()) || name.equals(HistoryFigure.CODE.title());
    }

    /** A category that is told beside its lines is told whole. */
    private static long explained(Statement statement, Map<String, Long> perMinuteOfCategories) {
        long bySites = statement.subject().type() == SubjectType.CATEGORY
                ? perMinuteOfCategories.getOrDefault(statement.subject().name(), 0L)
                : 0;
        return Math.max(0, statement.perMinute() - bySites);
    }
}
