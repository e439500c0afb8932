package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Judges growth of all that is told of: lines of code, and what they do not explain. Not thread-safe. */
final class GrowthJudge {
    private static final double MILLIS_PER_MINUTE = 60_000;
    private static final double MIN_REST_SHARE = 0.2;
    private static final long MIN_REST_BYTES_PER_MINUTE = 1 << 20;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final int MOST_HELD = 3; // statements
    private static final Comparator<Statement> FASTEST_FIRST =
            Comparator.comparingLong(Statement::perMinute).reversed();

    private final List<Statement> threads;
    private final List<Statement> loaders;
    private final List<Statement> opened; // handles
    private final StoppedCounts counts;
    private final List<Statement> stoppedCounts = new ArrayList<>();
    private final CodeOwner code;
    private final HistoryReading history;
    private final GarbageRule garbage;
    private final long nowMillis;
    private final long madeMillis; // of what is counted: in a recording, earlier than its end

    private final LineGrowth lines;
    private final List<Statement> statements = new ArrayList<>();
    private final Map<String, Long> perMinuteOfCategories = new HashMap<>();
    private final Map<String, Double> varianceOfCategories = new HashMap<>();

    /**
     * Takes what there is to judge.
     *
     * @param found by the samples of live blocks
     * @param live reads the lines with the bytes of all their blocks, which is done where one grows; of one that is
     *     missing, the old blocks count
     * @param handles by class
     * @param made threads and class loaders that live
     * @param history of the same process
     * @param collections the last of the whole heap; null if that is not known
     * @param nowMillis since 1970
     */
    GrowthJudge(
            LeaksByLine found,
            Supplier<List<SiteUsage>> live,
            List<HandleUsage> handles,
            MadeReading made,
            HistoryReading history,
            WholeHeapCollections.Last collections,
            long nowMillis) {
        long oldNanos = found.leaks().minimumAgeNanos();
        this.madeMillis = made.millis() == Statement.UNKNOWN ? nowMillis : made.millis();
        this.threads = ThreadStatements.of(made.threads(), history, oldNanos, madeMillis);
        this.code = made.code();
        this.history = history;
        this.garbage = new GarbageRule(found.leaks(), history, collections, nowMillis);
        this.loaders = LoaderStatements.of(made.loaders(), garbage, oldNanos, madeMillis, history.attachedMillis());
        this.opened = HandleStatements.of(handles, madeMillis, history.attachedMillis());
        this.nowMillis = nowMillis;
        this.lines = new LineGrowth(found, live, history, garbage, nowMillis, this::add);
        made.grown().forEach(earlier -> StoppedCounts.remembering(earlier, history, null, oldNanos));
        this.counts = new StoppedCounts(made.threads(), made.loaders(), handles, history);
        counts.forgetFallen();
        stoppedCounts.addAll(ThreadStatements.stopped(made.threads(), counts));
        stoppedCounts.addAll(LoaderStatements.stopped(made.loaders(), garbage, counts));
        stoppedCounts.addAll(HandleStatements.stopped(handles, counts));
    }

    Growth judge() {
        lines.judge();
        addCategories();
        opened.forEach(this::add);
        threads.forEach(this::add);
        loaders.forEach(this::add);
        stoppedCounts.stream().filter(each -> each.kind() == Kind.LEAK).forEach(this::add);
        statements.sort(Comparator.comparing(Statement::kind).thenComparing(FASTEST_FIRST));
        ComponentGrowth.of(history, statements, code).forEach(this::add);
        addHeap();
        Rising all = history.risingThreads();
        if (all != null && !ThreadStatements.explain(threads, stoppedCounts, all.rise())) {
            Subject count = new Subject(SubjectType.COUNT, all.name(), "", 0);
            add(Kind.GROWING, count, all, List.of(), Next.THREAD_STARTS);
        }
        RssGrowth.add(history, statements, perMinuteOfCategories);
        // Told once: interned strings are in the heap.
        statements.removeIf(each -> each.subject().name().equals(Growth.JAVA_HEAP)
                && ComponentGrowth.stringsOfHeap(statements, each.perMinute()) != null);
        ContainerGrowth.of(history).forEach(this::add);
        NoGrowth noGrowth = lines.noGrowth();
        Statement otherwise = noGrowth.statement();
        boolean isNothing = statements.isEmpty();
        addHeld(lines.held());
        addHeld(stoppedCounts.stream().filter(each -> each.kind() == Kind.HELD).toList());
        if (isNothing) {
            statements.add(otherwise);
        }
        statements.replaceAll(garbage::withYounger);
        statements.replaceAll(this::lateMarked);
        return new Growth(lines.judged(), statements, otherwise, noGrowth.ofTracked());
    }

    private void addHeld(List<Statement> all) {
        all.stream()
                .sorted(Comparator.comparingLong(Statement::amount).reversed())
                .limit(MOST_HELD)
                .forEach(this::add);
    }

    /** Adds the growth of categories that no line of code explains. */
    private void addCategories() {
        for (Rising rising : history.rising()) {
            if (rising.kind() != Rising.Kind.CATEGORY || hasStopped(rising)) {
                continue;
            }
            long perMinute = rising.rise().bytesPerMinute();
            RisenLine risen = RisenLine.find(history, rising);
            if (!perMinuteOfCategories.containsKey(rising.name())) {
                lines.addToldLately(risen, rising);
            }
            long bySites = perMinuteOfCategories.getOrDefault(rising.name(), 0L);
            if (bySites == 0 || isMuch(perMinute - bySites, perMinute, rising.name())) {
                List<Evidence> evidence = new ArrayList<>();
                boolean isGarbage = garbage.mayBeGarbage(rising, evidence);
                if (bySites > 0) {
                    evidence.add(new Evidence(Basis.EXPLAINED_PERCENT, 100 * bySites / perMinute));
                }
                evidence.add(risen.evidence());
                lines.show(risen.line());
                add(
                        isGarbage ? Kind.GROWING : Kind.LEAK,
                        new Subject(SubjectType.CATEGORY, rising.name(), "", rising.id()),
                        rising,
                        evidence,
                        isGarbage ? Next.UNREACHABLE : Next.LEAKS);
            }
        }
    }

    /** Tells whether a category hardly rises since a line of it stopped: its mean rate is of the line's bytes. */
    private boolean hasStopped(Rising category) {
        return Stream.concat(statements.stream(), lines.held().stream())
                .filter(each -> each.subject().type() == SubjectType.SITE)
                .filter(each -> each.subject().category().equals(category.name()))
                .anyMatch(each -> hardlyRisesSince(each.evidence(Basis.GREW_UNTIL_MILLIS), category, each.subject()));
    }

    private boolean hardlyRisesSince(long millis, Rising category, Subject line) {
        long risen = history.figures().risenSince(Category.withId(category.id()), millis);
        long ofLine = history.figures().risenSince(line.id(), millis);
        double minutes = (history.endMillis() - millis) / MILLIS_PER_MINUTE;
        return millis > category.rise().sinceMillis()
                && risen != HistoryPoint.UNKNOWN
                && ofLine != HistoryPoint.UNKNOWN
                && risen - ofLine < MIN_REST_SHARE * minutes * category.rise().bytesPerMinute();
    }

    /** Samples tell less of a line than the exact figure of its category: that is no other growth. */
    private boolean isMuch(long rest, long perMinute, String category) {
        return rest >= MIN_REST_BYTES_PER_MINUTE
                && rest >= MIN_REST_SHARE * perMinute
                && rest > CERTAIN_ERRORS * Math.sqrt(varianceOfCategories.getOrDefault(category, 0.0));
    }

    private void addHeap() {
        Rising heap = history.rising(HistoryFigure.HEAP);
        if (heap != null) {
            add(Kind.NORMAL, new Subject(SubjectType.FIGURE, Growth.JAVA_HEAP, "", 0), heap, List.of(), Next.NONE);
        }
    }

    private void add(Kind kind, Subject subject, Rising rising, List<Evidence> evidence, Next next) {
        add(of(kind, subject, rising, evidence, next));
    }

    /** The statement on what rises by the past alone. */
    static Statement of(Kind kind, Subject subject, Rising rising, List<Evidence> evidence, Next next) {
        Rise rise = rising.rise();
        return new Statement(
                kind,
                subject,
                rising.now(),
                0,
                rise.bytesPerMinute(),
                rise.errorPerMinute(),
                rise.sinceMillis(),
                evidence,
                next);
    }

    private void add(Statement statement) {
        if (statement.subject().type() == SubjectType.SITE) {
            String category = statement.subject().category();
            perMinuteOfCategories.merge(category, statement.perMinute(), Long::sum);
            varianceOfCategories.merge(category, Math.pow((double) statement.perMinuteError(), 2), Double::sum);
        }
        Statement told = firstDated(statement);
        counts.remember(told, madeMillis);
        statements.add(history.canBeAsked() ? told : told.withNext(Next.NONE));
    }

    /** The same of what is counted, which the past does not tell of. */
    private Statement firstDated(Statement statement) {
        return switch (statement.subject().type()) {
            case HANDLE, THREAD, LOADER -> StoppedCounts.dated(statement, history, nowMillis);
            default -> statement;
        };
    }

    /** Marks figures of a late attach: growth may have begun before, and what was allocated before is not counted. */
    private Statement lateMarked(Statement statement) {
        long attached = history.attachedMillis();
        boolean isMarked = attached != HistoryPoint.UNKNOWN
                && switch (statement.subject().type()) {
                    case SITE, CATEGORY, HANDLE, THREAD, LOADER -> true;
                    default -> statement.grows() && statement.sinceMillis() - attached <= Statement.SAME_START_MILLIS;
                };
        return isMarked
                ? statement.withEvidence(new Evidence(Basis.TRACKED_SINCE_MILLIS, attached), statement.next())
                : statement;
    }
}
