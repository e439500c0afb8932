package io.nmt.report.judge;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.model.Basis;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Judges the growth of lines of code. Two sources say that one grows: the past, which has a figure each four seconds,
 * and the samples of blocks, which tell sooner. Where both do, the past says since when and how fast. Not thread-safe.
 */
final class LineGrowth {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LeaksByLine found;
    private final Supplier<List<SiteUsage>> live;
    private final HistoryReading history;
    private final GarbageRule garbage;
    private final long nowMillis;
    private final Consumer<Statement> statements;

    private final List<SiteUsage> suspects = new ArrayList<>();
    private final List<SiteUsage> holders = new ArrayList<>();
    private final List<Statement> held = new ArrayList<>(); // by lines that grew
    private final Set<Integer> lines = new HashSet<>();
    private final Set<String> growing = new HashSet<>();
    private Map<Integer, SiteUsage> wholes; // null until one is asked for
    private int early;
    private long earlyNanos;

    /**
     * Takes what there is to judge.
     *
     * @param found by the samples of live blocks
     * @param live reads the lines with the bytes of all their blocks, where one grows
     * @param history of the same process
     * @param garbage the rule for what the collector frees
     * @param nowMillis since 1970
     * @param statements takes those on lines that grow, or leaked until a while ago
     */
    LineGrowth(
            LeaksByLine found,
            Supplier<List<SiteUsage>> live,
            HistoryReading history,
            GarbageRule garbage,
            long nowMillis,
            Consumer<Statement> statements) {
        this.found = found;
        this.live = live;
        this.history = history;
        this.garbage = garbage;
        this.nowMillis = nowMillis;
        this.statements = statements;
    }

    /** Judges all lines. */
    void judge() {
        found.leaks().suspects().forEach(this::addLine);
        found.leaks().holders().forEach(this::addLine);
        for (Rising rising : history.rising()) {
            Site site = rising.kind() == Rising.Kind.SITE ? history.sites().get(rising.id()) : null;
            if (site != null && !isOfChunksAlone(site) && lines.add(rising.id())) {
                addLineOfPast(rising, site);
            }
        }
        for (Rising stopped : history.stopped()) {
            if (lines.add(stopped.id()) && !grows(stopped) && isThere(stopped)) {
                addStopped(stopped, history.sites().get(stopped.id()));
            }
        }
    }

    /** Tells whether another stack of the same line grows: a line is told once. */
    private boolean grows(Rising stopped) {
        return growing.contains(name(history.sites().get(stopped.id())));
    }

    /** Tells whether a line without old blocks has any: where all are freed, the points do not tell of it any more. */
    private boolean isThere(Rising stopped) {
        return !history.canBeAsked() || wholes().containsKey(stopped.id());
    }

    private static String name(Site site) {
        return site.category() + ' ' + site;
    }

    /** Statements on lines that grew until a while ago, and may hold what they need. */
    List<Statement> held() {
        return held;
    }

    /** Tells that nothing grows, or that it is too early to tell. */
    NoGrowth noGrowth() {
        return new NoGrowth(history, found.leaks(), early, earlyNanos);
    }

    /** The lines as they are judged. */
    LeaksByLine judged() {
        Leaks leaks = found.leaks();
        Leaks judged = new Leaks(leaks.minimumAgeNanos(), suspects, holders, leaks.pools(), leaks.judgedInNanos());
        return new LeaksByLine(judged, found.stacks());
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
        growing.add(name(usage.site()));
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
        statements.accept(new Statement(
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
            statements.accept(statement);
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
        long since = history.told()
                .firstStart(
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
        growing.add(name(site));
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(rising, evidence);
        SiteUsage whole = wholes().get(rising.id());
        if (whole != null) {
            (isGarbage ? holders : suspects).add(dated(whole, rising.rise()));
        }
        statements.accept(GrowthJudge.of(
                isGarbage ? Kind.GROWING : Kind.LEAK,
                subject(site, rising.id()),
                rising,
                evidence,
                isGarbage ? Next.UNREACHABLE : Next.LEAKS));
    }

    /** Goes on telling of a line while its category rises: a subject that comes and goes is no other growth. */
    void addToldLately(RisenLine risen, Rising category) {
        Rise told = risen.toldLately(history, category);
        SiteUsage whole = told == null ? null : wholes().get(risen.line().id());
        if (whole == null) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>();
        boolean isGarbage = garbage.mayBeGarbage(category, evidence);
        holders.removeIf(usage -> usage.site().id() == risen.line().id());
        (isGarbage ? holders : suspects).add(dated(whole, told));
        statements.accept(new Statement(
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

    void show(Site line) {
        SiteUsage usage = line == null ? null : wholes().get(line.id());
        if (usage != null && lines.add(line.id())) {
            holders.add(usage);
        }
    }

    /** Tells whether a pool takes more and more chunks there while what it has handed out does not grow. */
    private boolean isOfChunksAlone(Site site) {
        return site.pool() && history.rising(HistoryFigure.POOLED) == null;
    }
}
