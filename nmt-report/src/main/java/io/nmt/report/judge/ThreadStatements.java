package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.past.CountRise;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Statements on lines of code that start more and more threads. A thread that lives is no garbage: it is a leak once
 * the rise has outlasted the time for which executors keep idle threads by default. Pure functions of a reading.
 */
final class ThreadStatements {
    private static final int MIN_THREADS = 10;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final int MIN_EXPLAINED_PERCENT = 50;
    private static final int MANY_EXECUTORS = 32; // of one line: rather made again and again
    private static final int SEVERAL = 4; // threads of an executor

    /** The least time of a rise that is a leak: cached threads end when they were idle for a minute. */
    private static final long MIN_LEAK_NANOS = 90_000_000_000L;

    private ThreadStatements() {}

    /**
     * Judges threads. Those of executors that had a peak of tasks are told where the number of all threads grows.
     *
     * @param reading of a process
     * @param history of the process, by which the number of its threads may grow
     * @param oldNanos how long a rise lasts at least that is a leak
     * @param nowMillis the time of the reading, since 1970
     * @return one for each line of code that grows
     */
    static List<Statement> of(ThreadReading reading, HistoryReading history, long oldNanos, long nowMillis) {
        List<Statement> statements = new ArrayList<>();
        List<Statement> peaks = new ArrayList<>();
        for (List<StartedThreads> groups : lines(reading)) {
            if (isGrowing(groups.get(0).line())) {
                (isPeak(groups) ? peaks : statements)
                        .add(statement(reading, groups, oldNanos, nowMillis, history.attachedMillis()));
            }
        }
        Rising rising = history.risingThreads();
        if (rising != null && !explain(statements, rising.rise().bytesPerMinute())) {
            statements.addAll(peaks);
        }
        return statements;
    }

    /**
     * Judges threads of lines of code that started more and more of them, and have stopped. A leak of executors that
     * are not shut down is one still; other threads may be a pool, such as one of connections.
     *
     * @param reading of a process
     * @param stopped what was told
     * @return one for each line of code whose threads are there
     */
    static List<Statement> stopped(ThreadReading reading, StoppedCounts stopped) {
        List<Statement> statements = new ArrayList<>();
        for (List<StartedThreads> groups : lines(reading)) {
            HandleSite line = groups.get(0).line();
            CountRise rise = isGrowing(line) ? null : stopped.find(subject(groups));
            if (rise != null && !isPool(groups)) {
                long seen = sum(groups, StartedThreads::count);
                long threads = seen + sum(groups, StartedThreads::unseen);
                boolean isLeak = rise.leaks() && sum(groups, StartedThreads::openExecutors) > 0;
                statements.add(StoppedCounts.statement(
                        isLeak ? Kind.LEAK : Kind.HELD,
                        subject(groups),
                        threads,
                        line,
                        rise,
                        figures(reading, groups, threads),
                        Next.THREAD_STARTS));
            }
        }
        return statements;
    }

    private static Collection<List<StartedThreads>> lines(ThreadReading reading) {
        Map<String, List<StartedThreads>> lines = new LinkedHashMap<>();
        for (StartedThreads group : reading.groups()) {
            if (group.line() != null) {
                String line = StoppedCounts.key(subject(List.of(group)));
                lines.computeIfAbsent(line, any -> new ArrayList<>()).add(group);
            }
        }
        return lines.values();
    }

    private static Subject subject(List<StartedThreads> groups) {
        StartedThreads largest = groups.get(0);
        return StoppedCounts.subject(
                SubjectType.THREAD, largest.name(), largest.line().site());
    }

    private static boolean isPool(List<StartedThreads> groups) {
        return isLimited(groups) || areIdleInFew(groups);
    }

    private static boolean isLimited(List<StartedThreads> groups) {
        return 2 * sum(groups, StartedThreads::pooled) > sum(groups, StartedThreads::count);
    }

    /** An executor starts a thread where none is idle: most of them idle are a peak of its tasks, and no leak. */
    private static boolean isPeak(List<StartedThreads> groups) {
        return areIdleInFew(groups) && groups.stream().allMatch(group -> group.executors() <= 1);
    }

    /** Tells whether a few executors have several threads each, most of them idle: one may have a single thread. */
    private static boolean areIdleInFew(List<StartedThreads> groups) {
        long executors = sum(groups, StartedThreads::executors);
        long threads = sum(groups, StartedThreads::count);
        return executors > 0
                && executors < MANY_EXECUTORS
                && (executors == 1 || threads >= SEVERAL * executors)
                && 2 * sum(groups, StartedThreads::idle) > threads;
    }

    /** A few threads more are a pool that is used for the first time. */
    private static boolean isGrowing(HandleSite line) {
        double grown = line.growthPerMinute() * (line.growingForNanos() / NANOS_PER_MINUTE);
        return line.growing() && line.open() >= MIN_THREADS && grown >= MIN_THREADS;
    }

    private static Statement statement(
            ThreadReading reading, List<StartedThreads> groups, long oldNanos, long nowMillis, long attachedMillis) {
        HandleSite line = groups.get(0).line();
        long threads = sum(groups, StartedThreads::count) + sum(groups, StartedThreads::unseen);
        boolean isPool = isPool(groups);
        long leakNanos = Math.max(oldNanos, MIN_LEAK_NANOS);
        boolean isYoung = line.growingForNanos() < leakNanos;
        List<Evidence> evidence = figures(reading, groups, threads);
        if (isPool) {
            evidence.add(new Evidence(Basis.MAY_FILL_POOL, isLimited(groups) ? 0 : sum(groups, StartedThreads::idle)));
        }
        if (isYoung) {
            evidence.add(new Evidence(Basis.YOUNGER_THAN_NANOS, leakNanos));
        }
        return new Statement(
                isPool || isYoung ? Kind.GROWING : Kind.LEAK,
                subject(groups),
                threads,
                line.standardError(),
                line.growthPerMinute(),
                line.growthErrorPerMinute(),
                CountedRise.sinceMillis(line, nowMillis, attachedMillis),
                evidence,
                Next.THREAD_STARTS);
    }

    private static List<Evidence> figures(ThreadReading reading, List<StartedThreads> groups, long threads) {
        long seen = sum(groups, StartedThreads::count);
        long executors = sum(groups, StartedThreads::executors);
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(Basis.IDLE_THREADS, sum(groups, StartedThreads::idle)));
        if (threads > seen) {
            evidence.add(new Evidence(Basis.SEEN, seen));
        }
        if (groups.size() > 1) {
            evidence.add(new Evidence(Basis.NAME_PATTERNS, groups.size()));
        }
        if (reading.stacks() != null) {
            evidence.add(new Evidence(Basis.STACK_BYTES, reading.stacks().residentBytes(threads)));
        }
        if (executors > 0) {
            evidence.add(new Evidence(Basis.EXECUTORS, executors));
            evidence.add(new Evidence(Basis.OPEN_EXECUTORS, sum(groups, StartedThreads::openExecutors)));
        }
        return evidence;
    }

    private static long sum(List<StartedThreads> groups, ToLongFunction<StartedThreads> figure) {
        return groups.stream().mapToLong(figure).sum();
    }

    /** Tells whether a statement is on more and more threads, with the line of code that starts them or without. */
    static boolean isOnThreads(Statement statement) {
        return statement.subject().type() == SubjectType.THREAD
                || statement.subject().name().equals(HistoryFigure.THREADS.title());
    }

    /** Tells whether lines of code explain most of a rise in the number of threads, also those that have stopped. */
    static boolean explain(List<Statement> growing, List<Statement> stopped, Rise rise) {
        long held = stopped.stream()
                .filter(each -> each.subject().type() == SubjectType.THREAD)
                .mapToLong(Statement::amount)
                .sum();
        return explain(growing, rise.bytesPerMinute()) || 100 * held >= MIN_EXPLAINED_PERCENT * rise.bytes();
    }

    static boolean explain(List<Statement> growing, long perMinute) {
        long told = growing.stream().mapToLong(Statement::perMinute).sum();
        return 100 * told >= MIN_EXPLAINED_PERCENT * perMinute;
    }

    /** The bytes a minute by which stacks of such threads grow; 0 for other statements. */
    static long stackBytesPerMinute(Statement statement) {
        long stacks = statement.evidence(Basis.STACK_BYTES);
        boolean isOne = statement.subject().type() == SubjectType.THREAD && stacks > 0 && statement.amount() > 0;
        return isOne ? Math.round((double) stacks * statement.perMinute() / statement.amount()) : 0;
    }
}
