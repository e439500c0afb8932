package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.MadeLoaders;
import io.nmt.report.model.Basis;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.LoaderStats.OfClass;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.CountRise;
import io.nmt.report.past.HistoryPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Statements on lines of code that make more and more class loaders. They are garbage until a collection of the whole
 * heap shows that they are not. Pure functions of a reading.
 */
public final class LoaderStatements {
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MIN_EXPLAINED_PERCENT = 50;

    /** The least share of all growth that survives: the last collection may be long ago. */
    private static final double MIN_SURVIVING_SHARE = 0.05;

    /** The least time of a rise that is a leak: applications load their parts in their first minute. */
    private static final long MIN_LEAK_NANOS = 90_000_000_000L;

    private static final long MIN_STEADY_NANOS = 150_000_000_000L;
    private static final double STEADY_SHARE = 0.1; // of all, in a minute
    private static final int CERTAIN_ERRORS = 3; // standard errors
    private static final long MAX_MALLOC_OF_LOADER = 6L << 10; // bytes
    private static final int MALLOC_OF_CLASSES = 2; // half of their metaspace

    private LoaderStatements() {}

    /**
     * Judges loaders.
     *
     * @param reading of a process
     * @param garbage tells whether they may be garbage
     * @param oldNanos how long a rise lasts at least that is a leak
     * @param nowMillis the time of the reading, since 1970
     * @param attachedMillis when tracking began late; {@link HistoryPoint#UNKNOWN} if it did not
     * @return one for each line of code that grows
     */
    static List<Statement> of(
            LoaderReading reading, GarbageRule garbage, long oldNanos, long nowMillis, long attachedMillis) {
        List<Statement> statements = new ArrayList<>();
        for (MadeLoaders group : reading.groups()) {
            List<Evidence> evidence = new ArrayList<>();
            if (isGrowing(group)) {
                boolean isUnknown = group.survivors() < 0; // no collection since then frees all loaders
                boolean isGarbage = garbage.mayBeGarbage(group.line().growingForNanos(), evidence) || isUnknown;
                if (isUnknown) {
                    evidence.clear();
                    evidence.add(new Evidence(Basis.COLLECTIONS_BEFORE_IT_GREW, 0));
                }
                if (isGarbage || survives(group)) {
                    statements.add(statement(reading, group, isGarbage, evidence, oldNanos, nowMillis, attachedMillis));
                }
            }
        }
        statements.addAll(ScatteredLoaders.of(reading, garbage, Math.max(oldNanos, MIN_LEAK_NANOS), nowMillis));
        return statements;
    }

    /**
     * Judges loaders of lines of code that made more and more of them, and have stopped.
     *
     * @param reading of a process
     * @param garbage tells whether they may be garbage
     * @param stopped what was told
     * @return one for each line of code whose loaders are there
     */
    static List<Statement> stopped(LoaderReading reading, GarbageRule garbage, StoppedCounts stopped) {
        List<Statement> statements = new ArrayList<>();
        for (MadeLoaders group : reading.groups()) {
            CountRise rise = isGrowing(group) ? null : stopped.find(subject(group));
            if (rise != null) {
                List<Evidence> evidence = new ArrayList<>();
                boolean isLeak = garbage.isLeakThatStopped(rise, evidence);
                addKnown(reading, group, evidence);
                statements.add(StoppedCounts.statement(
                        isLeak ? Kind.LEAK : Kind.HELD,
                        subject(group),
                        reading.all(group),
                        group.line(),
                        rise,
                        evidence,
                        Next.CLASS_LOADERS));
            }
        }
        return statements;
    }

    /**
     * Tells of many loaders of one class that do not grow for certain: their number is steady, or that is unknown.
     *
     * @param reading of a process, with its metaspace
     * @param told statements on loaders
     * @param nowMillis the time of the reading, since 1970
     * @return one for each other line of code that made such loaders
     */
    public static List<Statement> held(LoaderReading reading, List<Statement> told, long nowMillis) {
        List<Statement> statements = new ArrayList<>();
        Set<String> keys = told.stream()
                .map(statement -> StoppedCounts.key(statement.subject()))
                .collect(Collectors.toSet());
        for (MadeLoaders group : reading.groups()) {
            boolean isHeld =
                    group.isMany((double) group.count()) && reading.metaspaceBytes(group) >= ResidentJudge.MIN_BYTES;
            if (isHeld && !isGrowing(group) && !keys.contains(StoppedCounts.key(subject(group)))) {
                statements.add(held(reading, group, nowMillis));
            }
        }
        return statements;
    }

    /** Loaders that were all made lately, after others were collected, are no steady number. */
    private static Statement held(LoaderReading reading, MadeLoaders group, long nowMillis) {
        HandleSite line = group.line();
        boolean isMore = line.growthPerMinute() > STEADY_SHARE * group.count()
                && line.growthPerMinute() > CERTAIN_ERRORS * line.growthErrorPerMinute();
        long toldInNanos = isMore ? 0 : MIN_STEADY_NANOS - line.oldestAgeNanos();
        List<Evidence> evidence = new ArrayList<>();
        if (isMore) {
            evidence.add(new Evidence(Basis.COLLECTIONS_BEFORE_IT_GREW, 1)); // too few: it fell before
        } else if (toldInNanos > 0) {
            evidence.add(new Evidence(Basis.TOLD_IN_MILLIS, toldInNanos / NANOS_PER_MILLI));
        }
        addKnown(reading, group, evidence);
        return new Statement(
                isMore ? Kind.GROWING : toldInNanos > 0 ? Kind.UNKNOWN : Kind.HELD,
                subject(group),
                reading.all(group),
                line.standardError(),
                isMore ? line.growthPerMinute() : 0,
                isMore ? line.growthErrorPerMinute() : 0,
                isMore ? nowMillis - line.oldestAgeNanos() / NANOS_PER_MILLI : Statement.UNKNOWN,
                evidence,
                Next.NONE);
    }

    private static void addKnown(LoaderReading reading, MadeLoaders group, List<Evidence> evidence) {
        long all = reading.all(group);
        if (all > group.count()) {
            evidence.add(new Evidence(Basis.SEEN, group.count()));
        }
        addMetaspace(reading, group, all, evidence);
        LoaderKeeper keeper = group.keeper();
        if (keeper != null) {
            evidence.add(Evidence.of(keeper));
        }
    }

    static void addMetaspace(LoaderReading reading, MadeLoaders group, long loaders, List<Evidence> evidence) {
        OfClass part = reading.part(group);
        OfClass whole =
                part == null ? null : reading.stats().of(group.className()).part(loaders);
        if (part != null && whole.metaspaceBytes() > 0) {
            evidence.add(new Evidence(Basis.METASPACE_BYTES, whole.metaspaceBytes()));
            evidence.add(new Evidence(
                    Basis.UNUSED_PERCENT, 100 - ResidentLines.percent(part.usedBytes(), part.metaspaceBytes())));
        }
    }

    private static Subject subject(MadeLoaders group) {
        return StoppedCounts.subject(
                SubjectType.LOADER, group.className(), group.line().site());
    }

    static boolean isGrowing(MadeLoaders group) {
        HandleSite line = group.line();
        double grown = line.growthPerMinute() * (line.growingForNanos() / NANOS_PER_MINUTE);
        return line.growing() && group.isMany((double) group.count()) && group.isMany(grown);
    }

    /** Tells whether loaders were left by a collection: those that are not collected yet are more and more, too. */
    private static boolean survives(MadeLoaders group) {
        HandleSite line = group.line();
        double expected = line.growthPerMinute() * (line.growingForNanos() / NANOS_PER_MINUTE);
        return group.survivors() >= Math.max(1, expected * MIN_SURVIVING_SHARE);
    }

    private static Statement statement(
            LoaderReading reading,
            MadeLoaders group,
            boolean isGarbage,
            List<Evidence> evidence,
            long oldNanos,
            long nowMillis,
            long attachedMillis) {
        HandleSite line = group.line();
        long leakNanos = Math.max(oldNanos, MIN_LEAK_NANOS);
        boolean isYoung = line.growingForNanos() < leakNanos;
        if (isYoung) {
            evidence.add(new Evidence(Basis.YOUNGER_THAN_NANOS, leakNanos));
        }
        addKnown(reading, group, evidence);
        return new Statement(
                isGarbage || isYoung ? Kind.GROWING : Kind.LEAK,
                subject(group),
                reading.all(group),
                line.standardError(),
                line.growthPerMinute(),
                line.growthErrorPerMinute(),
                CountedRise.sinceMillis(line, nowMillis, attachedMillis),
                evidence,
                Next.CLASS_LOADERS);
    }

    /** Tells whether a statement is on more and more class loaders. */
    static boolean isOnLoaders(Statement statement) {
        return statement.subject().type() == SubjectType.LOADER;
    }

    /** The metaspace of some of such loaders; 0 if unknown. */
    private static long metaspace(Statement statement, long loaders) {
        long bytes = Math.max(0, statement.evidence(Basis.METASPACE_BYTES));
        return Math.round((double) bytes * loaders / Math.max(1, statement.amount()));
    }

    /** The metaspace of all loaders that statements tell of; 0 where it is unknown. */
    static long toldMetaspace(List<Statement> statements) {
        return statements.stream()
                .filter(LoaderStatements::isOnLoaders)
                .mapToLong(statement -> metaspace(statement, statement.amount()))
                .sum();
    }

    /** The bytes a minute by which the metaspace of these grows. */
    static long toldMetaspacePerMinute(List<Statement> statements) {
        return statements.stream()
                .filter(LoaderStatements::isOnLoaders)
                .mapToLong(statement -> metaspace(statement, statement.perMinute()))
                .sum();
    }

    /** The bytes a minute that the JVM takes from malloc for such loaders and their classes, at the most. */
    static long mallocPerMinute(Statement statement) {
        return mallocBytes(statement, statement.perMinute());
    }

    /** The bytes that the JVM takes from malloc for some of such loaders and their classes, at the most. */
    static long mallocBytes(Statement statement, long loaders) {
        return MAX_MALLOC_OF_LOADER * loaders + metaspace(statement, loaders) / MALLOC_OF_CLASSES;
    }

    /**
     * Tells whether lines of code explain most of a rise of metaspace.
     *
     * @param statements of all kinds
     * @param perMinute bytes by which metaspace grows
     */
    static boolean explain(List<Statement> statements, long perMinute) {
        long told = 0;
        for (Statement statement : statements) {
            if (isOnLoaders(statement) && statement.grows()) {
                if (statement.evidence(Basis.METASPACE_BYTES) <= 0) {
                    return true; // how much is unknown
                }
                told += metaspace(statement, statement.perMinute());
            }
        }
        return told > 0 && 100 * told >= MIN_EXPLAINED_PERCENT * perMinute;
    }
}
