package io.nmt.report.judge;

import io.nmt.core.model.Category;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.past.CountRise;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rising;
import java.util.List;

/**
 * The one rule for garbage: what the collector frees, or may free, may be garbage until a collection of the whole heap
 * has not freed it. From then on it is none as long as it grows.
 */
final class GarbageRule {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long ENOUGH_NANOS = 20_000_000_000L;
    private static final long FILLING_NANOS = 30 * 60_000_000_000L;

    private final Leaks leaks;
    private final HistoryReading history;
    private final WholeHeapCollections.Last collections;
    private final long nowMillis;

    /** Takes {@code collections} as null where the last one is not known. */
    GarbageRule(Leaks leaks, HistoryReading history, WholeHeapCollections.Last collections, long nowMillis) {
        this.leaks = leaks;
        this.history = history;
        this.collections = collections;
        this.nowMillis = nowMillis;
    }

    /**
     * Judges a line of code: either what the past tells of it shows that it is none, or what its samples do.
     *
     * @param rising what the past tells of it; null if nothing
     * @param evidence gets what the answer rests on
     */
    boolean mayBeGarbage(SiteUsage usage, Rising rising, List<Evidence> evidence) {
        if (rising != null && (!rising.collected() || !history.mayBeGarbage(rising) || !usage.growing())) {
            return mayBeGarbage(rising, evidence);
        }
        if (usage.site().freedBy() == FreedBy.PROGRAM) {
            addCache(usage.growingForNanos(), evidence);
            return false;
        }
        return mayBeGarbage(usage.growingForNanos(), leaks.suspects().contains(usage), evidence);
    }

    /**
     * The same of class loaders, which a collector frees.
     *
     * @param growingForNanos for how long a line of code makes more and more of them
     */
    boolean mayBeGarbage(long growingForNanos, List<Evidence> evidence) {
        return mayBeGarbage(growingForNanos, true, evidence);
    }

    /** Says no of growth that had lasted for a while when the collector looked, and goes on. */
    private boolean mayBeGarbage(long growingForNanos, boolean goesOn, List<Evidence> evidence) {
        long sinceNanos = growingForNanos - Math.min(growingForNanos / 4, ENOUGH_NANOS);
        long ran = history.figures().fullCollectionsSince(nowMillis - growingForNanos / NANOS_PER_MILLI);
        boolean survived = goesOn && isSince(sinceNanos);
        evidence.add(
                survived
                        ? new Evidence(Basis.SURVIVED_COLLECTIONS, Math.max(1, ran))
                        : before(ran, noneSince(growingForNanos)));
        return !survived;
    }

    /** Tells whether enough of them were run by then. */
    private boolean isSince(long sinceNanos) {
        long ran = history.figures().fullCollectionsSince(nowMillis - sinceNanos / NANOS_PER_MILLI);
        return collections == null
                ? ran > 0
                : collections.nanosAgo() >= 0
                        && collections.nanosAgo() < sinceNanos
                        && (collections.needed() == 1 || ran >= collections.needed());
    }

    /** The same of what the past alone tells. */
    boolean mayBeGarbage(Rising rising, List<Evidence> evidence) {
        if (!rising.collected()) {
            addCache(rising.rise().forMillis() * NANOS_PER_MILLI, evidence);
            return false;
        }
        if (history.mayBeGarbage(rising)) {
            evidence.add(
                    before(history.figures().fullCollectionsSince(rising.rise().sinceMillis()), false));
            return true;
        }
        evidence.add(new Evidence(Basis.SURVIVED_COLLECTIONS, history.figures().survivedCollections(rising)));
        return false;
    }

    /** Tells whether a collection left what has stopped since; of memory that the program frees, none can tell. */
    boolean isLeakThatStopped(Rising stopped, List<Evidence> evidence) {
        return stopped.collected() && !mayBeGarbage(stopped, evidence);
    }

    /** The same of class loaders: they were told to be a leak, or one since their rise ended left them. */
    boolean isLeakThatStopped(CountRise stopped, List<Evidence> evidence) {
        if (stopped.leaks()) {
            long ran = history.figures().fullCollectionsSince(stopped.rise().sinceMillis());
            evidence.add(new Evidence(Basis.SURVIVED_COLLECTIONS, Math.max(1, ran)));
            return true;
        }
        long sinceNanos = Math.max(0, nowMillis - stopped.rise().untilMillis()) * NANOS_PER_MILLI;
        return !mayBeGarbage(sinceNanos, evidence);
    }

    /** Says of a leak how much of it no collection has looked at, if that is most: a cache may be full since. */
    Statement withYounger(Statement statement) {
        long nanos = sinceCollectionNanos();
        long younger = Math.min(
                Math.round(statement.perMinute() * (nanos / NANOS_PER_MINUTE)),
                mostSince(statement, nowMillis - nanos / NANOS_PER_MILLI));
        return statement.kind() != Kind.LEAK
                        || statement.evidence(Basis.SURVIVED_COLLECTIONS) == Statement.UNKNOWN
                        || nanos >= (nowMillis - statement.sinceMillis()) * NANOS_PER_MILLI
                        || younger >= statement.amount() // no figure: a part of it has survived
                        || 2 * younger <= statement.amount()
                ? statement
                : statement.withEvidence(
                        new Evidence(Basis.SINCE_COLLECTION, younger),
                        history.canBeAsked() ? Next.UNREACHABLE : statement.next());
    }

    /** The most that came since a time, by the points: a rate is told for a while after the growth has stopped. */
    private long mostSince(Statement statement, long millis) {
        int id = statement.subject().id();
        long most = switch (statement.subject().type()) {
            case SITE -> history.figures().risenSince(id, millis);
            case CATEGORY -> history.figures().risenSince(Category.withId(id), millis);
            case LOADER -> loaders(statement, history.figures().risenSince(HistoryFigure.METASPACE, millis));
            default -> HistoryPoint.UNKNOWN;
        };
        return most == HistoryPoint.UNKNOWN ? Long.MAX_VALUE : most;
    }

    /** Points do not count loaders: those of a time have no more metaspace than all that came in it. */
    private static long loaders(Statement statement, long metaspaceBytes) {
        long ofAll = statement.evidence(Basis.METASPACE_BYTES);
        return metaspaceBytes == HistoryPoint.UNKNOWN || ofAll <= 0
                ? HistoryPoint.UNKNOWN
                : Math.round((double) statement.amount() * metaspaceBytes / ofAll);
    }

    /** Tells whether what is so old was there at the last collection of the whole heap. */
    boolean isOlderThanCollection(long ageNanos) {
        long nanos = sinceCollectionNanos();
        return nanos > 0 && ageNanos > nanos;
    }

    private long sinceCollectionNanos() {
        long byPoints = history.figures().sinceFullCollectionMillis() * NANOS_PER_MILLI;
        long byJvm = collections == null ? 0 : Math.max(0, collections.nanosAgo());
        return byPoints == 0 || byJvm == 0 ? Math.max(byPoints, byJvm) : Math.min(byPoints, byJvm);
    }

    /** Memory that only the program frees leaks, or fills a cache: time tells, no collection does. */
    private static void addCache(long growingForNanos, List<Evidence> evidence) {
        if (growingForNanos < FILLING_NANOS) {
            evidence.add(new Evidence(Basis.MAY_BE_CACHE, 0));
        }
    }

    /** Tells whether the JVM says that there was none since it began to grow, also without a past. */
    private boolean noneSince(long growingForNanos) {
        return collections != null && collections.nanosAgo() >= growingForNanos;
    }

    private static Evidence before(long ran, boolean none) {
        return ran < 0 && !none
                ? new Evidence(Basis.COLLECTIONS_UNKNOWN, 0)
                : new Evidence(Basis.COLLECTIONS_BEFORE_IT_GREW, Math.max(0, ran));
    }
}
