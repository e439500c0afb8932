package io.nmt.report.judge;

import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Judges growth. Two sources say that a line of code grows: the past, which has a figure each ten seconds, and the
 * samples of blocks, which tell sooner. Where both do, the past says since when and how fast. Not thread-safe.
 */
final class GrowthJudge {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double MIN_REST_SHARE = 0.2;
    private static final long MIN_REST_BYTES_PER_MINUTE = 1 << 20;
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final int MOST_HELD = 3; // statements
    private static final Comparator<Statement> FASTEST_FIRST =
            Comparator.comparingLong(Statement::perMinute).reversed();

    private final LeaksByLine found;
    private final Supplier<List<SiteUsage>> live;
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

    private final List<SiteUsage> suspects = new ArrayList<>();
    private final List<SiteUsage> holders = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private final List<Statement> held = new ArrayList<>(); // by lines that grew
    private final Set<Integer> lines = new HashSet<>();
    private final Map<String, Long> perMinuteOfCategories = new HashMap<>();
    private final Map<String, Double> varianceOfCategories = new HashMap<>();
    private Map<Integer, SiteUsage> wholes; // null until one is asked for
    private int early;
    private long earlyNanos;

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
        this.found = found;
        this.live = live;
        long oldNanos = found.leaks().minimumAgeNanos();
        this.madeMillis = made.millis() == Statement.UNKNOWN ? nowMillis : made.millis();
        this.threads = ThreadStatements.of(made.threads(), history, oldNanos, madeMillis);
        this.code = made.code();
        this.history = history;
        this.garbage = new GarbageRule(found.leaks(), history, collections, nowMillis);
        this.loaders = LoaderStatements.of(made.loaders(), garbage, oldNanos, madeMillis, history.attachedMillis());
        this.opened = HandleStatements.of(handles, madeMillis, history.attachedMillis());
        this.nowMillis = nowMillis;
        made.grown().forEach(earlier -> StoppedCounts.remembering(earlier, history, null, oldNanos));
        this.counts = new StoppedCounts(made.threads(), made.loaders(), handles, history);
        counts.forgetFallen();
        stoppedCounts.addAll(ThreadStatements.stopped(made.threads(), counts));
        stoppedCounts.addAll(LoaderStatements.stopped(made.loaders(), garbage, counts));
        stoppedCounts.addAll(HandleStatements.stopped(handles, counts));
    }

    Growth judge() {
        Leaks leaks = found.leaks();
        leaks.suspects().forEach(this::addLine);
        leaks.holders().forEach(this::addLine);
        for (Rising rising : history.rising()) {
            Site site = rising.kind() == Rising.Kind.SITE ? history.sites().get(rising.id()) : null;
            if (site != null && !isOfChunksAlone(site) && lines.add(rising.id())) {
                addLineOfPast(rising, site);
            }
        }
        for (Rising stopped : history.stopped()) {
            if (lines.add(stopped.id())) {
                addStopped(stopped, history.sites().get(stopped.id()));
            }
        }
        addCategories();
        opened.forEach(this::add);
        threads.forEach(this::add);
        loaders.forEach(this::add);
        stoppedCounts.stream().filter(each -> each.kind() == Kind.LEAK).forEach(this::add);
        statements.sort(Comparator.comparing(Statement::kind).thenComparing(FASTEST_FIRST));
        ComponentGrowth.of(history, statements, code).forEach(this::add);
        addHeap();
        Rising all = history.risingThreads();
        if (all != null && !ThreadStatements.explain(threads, all.rise().bytesPerMinute())) {
            Subject count = new Subject(SubjectType.COUNT, all.name(), "", 0);
            add(Kind.GROWING, count, all, List.of(), Next.THREAD_STARTS);
        }
        RssGrowth.add(history, statements, perMinuteOfCategories);
        // Told once: interned strings are in the heap.
        statements.removeIf(each -> each.subject().name().equals(Growth.JAVA_HEAP)
                && ComponentGrowth.stringsOfHeap(statements, each.perMinute()) != null);
        ContainerGrowth.of(history).forEach(this::add);
        NoGrowth noGrowth = new NoGrowth(history, leaks, early, earlyNanos);
        Statement otherwise = noGrowth.statement();
        boolean isNothing = statements.isEmpty();
        addHeld(held);
        addHeld(stoppedCounts.stream().filter(each -> each.kind() == Kind.HELD).toList());
        if (isNothing) {
            statements.add(otherwise);
        }
        statements.replaceAll(garbage::withYounger);
        statements.replaceAll(this::lateMarked);
        Leaks judged = new Leaks(leaks.minimumAgeNanos(), suspects, holders, leaks.pools(), leaks.judgedInNanos());
        return new Growth(new LeaksByLine(judged, found.stacks()), statements, otherwise, noGrowth.ofTracked());
    }

    private void addHeld(List<Statement> all) {
        all.stream()
                .sorted(Comparator.comparingLong(Statement::amount).reversed())
                .limit(MOST_HELD)
                .forEach(this::add);
    }

    /** Tells whether a pool takes more and more chunks there while what it has handed out does not grow. */
    private boolean isOfChunksAlone(Site site) {
        return site.pool() && history.rising(HistoryFigure.POOLED) == null;
    }

    private void addLine(SiteUsage usage) {
        lines.add(usage.site().id());
        Rising rising = history.risingSite(usage.site().id());
        if (rising == null && (!usage.growing() || hasStopped(usage))) {
            Kind stopped = addStopped(history.stopped(usage.site().id()), usage.site());
            if (stopped == Kind.LEAK) {
                suspects.add(usage.withGrowth(true, 0, 0, 0, 0));
                return;
            }
            holders.add(usage.growing() ? usage.withGrowth(false, 0, 0, 0, 0) : usage);
            if (stopped == null && usage.judgedInNanos() > 0) { // else it is told to be held
                early++;
                earlyNanos = Math.max(earlyNanos, usage.judgedInNanos());
            }
            return;
        }
        SiteUsage dated = rising == null ? firstDated(usage) : dated(usage, rising.rise());
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(usage, rising, evidence);
        boolean isYoung = !found.leaks().hasOldBlocks(usage);
        if (isYoung) {
            evidence.removeIf(each -> each.basis() == Basis.MAY_BE_CACHE);
            evidence.add(new Evidence(Basis.YOUNGER_THAN_NANOS, found.leaks().minimumAgeNanos()));
        }
        int stacks = found.stacks(usage).size();
        if (stacks > 1) {
            evidence.add(new Evidence(Basis.STACKS, stacks));
        }
        Kind kind = isGarbage || isYoung ? Kind.GROWING : Kind.LEAK;
        (kind == Kind.LEAK ? suspects : holders).add(dated);
        SiteUsage whole = wholes().getOrDefault(usage.site().id(), dated);
        add(new Statement(
                kind,
                subject(usage.site(), usage.site().id()),
                whole.liveBytes(),
                whole.standardErrorBytes(),
                dated.growthBytesPerMinute(),
                dated.growthErrorBytesPerMinute(),
                rising == null
                        ? nowMillis - dated.growingForNanos() / NANOS_PER_MILLI
                        : rising.rise().sinceMillis(),
                evidence,
                isGarbage ? Next.UNREACHABLE : Next.LEAKS));
    }

    /** The points tell sooner than the samples that a cache is full. */
    private boolean hasStopped(SiteUsage usage) {
        return history.figures()
                .standsStill(
                        usage.site().id(),
                        nowMillis - usage.growingForNanos() / NANOS_PER_MILLI,
                        usage.growthBytesPerMinute());
    }

    /** Returns the kind of what is told; null if nothing is. */
    private Kind addStopped(Rising stopped, Site site) {
        Statement statement = stopped == null || site.pool()
                ? null
                : StoppedLine.statement(history, garbage, stopped, site, wholes().get(stopped.id()));
        if (statement == null) {
            return null;
        }
        if (statement.kind() == Kind.HELD) {
            held.add(statement);
        } else {
            add(statement);
        }
        return statement.kind();
    }

    private Map<Integer, SiteUsage> wholes() {
        if (wholes == null) {
            wholes = new HashMap<>();
            live.get().forEach(usage -> wholes.put(usage.site().id(), usage));
        }
        return wholes;
    }

    static Subject subject(Site site, int id) {
        return new Subject(SubjectType.SITE, site.toString(), site.category(), id, site.library());
    }

    /** By the start that was told first: also of samples, chance would move it. */
    private SiteUsage firstDated(SiteUsage usage) {
        long since = history.firstStart(
                SubjectType.SITE + " " + usage.site().id(),
                rise(
                        nowMillis - usage.growingForNanos() / NANOS_PER_MILLI,
                        usage.growthBytesPerMinute(),
                        usage.growthErrorBytesPerMinute()));
        return usage.withGrowth(
                true,
                usage.growthBytesPerMinute(),
                usage.growthErrorBytesPerMinute(),
                Math.max(0, nowMillis - since) * NANOS_PER_MILLI,
                usage.judgedInNanos());
    }

    private Rise rise(long sinceMillis, long perMinute, long error) {
        return new Rise(sinceMillis, nowMillis - sinceMillis, 0, 0, perMinute, error, Rise.Before.LEVEL);
    }

    private static SiteUsage dated(SiteUsage usage, Rise rise) {
        double minutes = rise.forMillis() * NANOS_PER_MILLI / NANOS_PER_MINUTE;
        // Of a rise, the error of what has come since is the most that is not known.
        long error = minutes <= 0 ? 0 : Math.round(usage.standardErrorBytes() / minutes);
        return usage.withGrowth(
                true,
                rise.bytesPerMinute(),
                usage.growing() ? usage.growthErrorBytesPerMinute() : error,
                rise.forMillis() * NANOS_PER_MILLI,
                0);
    }

    private void addLineOfPast(Rising rising, Site site) {
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(rising, evidence);
        SiteUsage whole = wholes().get(rising.id());
        if (whole != null) {
            (isGarbage ? holders : suspects).add(dated(whole, rising.rise()));
        }
        add(
                isGarbage ? Kind.GROWING : Kind.LEAK,
                subject(site, rising.id()),
                rising,
                evidence,
                isGarbage ? Next.UNREACHABLE : Next.LEAKS);
    }

    /** Adds the growth of categories that no line of code explains. */
    private void addCategories() {
        for (Rising rising : history.rising()) {
            if (rising.kind() != Rising.Kind.CATEGORY) {
                continue;
            }
            long perMinute = rising.rise().bytesPerMinute();
            RisenLine risen = RisenLine.find(history, rising);
            if (!perMinuteOfCategories.containsKey(rising.name())) {
                addLineToldLately(risen, rising);
            }
            long bySites = perMinuteOfCategories.getOrDefault(rising.name(), 0L);
            if (bySites == 0 || isMuch(perMinute - bySites, perMinute, rising.name())) {
                List<Evidence> evidence = new ArrayList<>();
                boolean isGarbage = garbage.mayBeGarbage(rising, evidence);
                if (bySites > 0) {
                    evidence.add(new Evidence(Basis.EXPLAINED_PERCENT, 100 * bySites / perMinute));
                }
                evidence.add(risen.evidence());
                show(risen.line());
                add(
                        isGarbage ? Kind.GROWING : Kind.LEAK,
                        new Subject(SubjectType.CATEGORY, rising.name(), "", rising.id()),
                        rising,
                        evidence,
                        isGarbage ? Next.UNREACHABLE : Next.LEAKS);
            }
        }
    }

    /** Goes on telling of a line while its category rises: a subject that comes and goes is no other growth. */
    private void addLineToldLately(RisenLine risen, Rising category) {
        Rise told = risen.toldLately(history, category);
        SiteUsage whole = told == null ? null : wholes().get(risen.line().id());
        if (whole == null) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(category, evidence);
        holders.removeIf(usage -> usage.site().id() == risen.line().id());
        (isGarbage ? holders : suspects).add(dated(whole, told));
        add(new Statement(
                isGarbage ? Kind.GROWING : Kind.LEAK,
                subject(risen.line(), risen.line().id()),
                whole.liveBytes(),
                whole.standardErrorBytes(),
                told.bytesPerMinute(),
                told.errorPerMinute(),
                told.sinceMillis(),
                evidence,
                isGarbage ? Next.UNREACHABLE : Next.LEAKS));
    }

    private void show(Site line) {
        SiteUsage usage = line == null ? null : wholes().get(line.id());
        if (usage != null && lines.add(line.id())) {
            holders.add(usage);
        }
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
