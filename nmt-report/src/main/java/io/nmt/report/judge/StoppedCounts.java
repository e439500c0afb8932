package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.MadeLoaders;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Basis;
import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.past.CountRise;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one rule for what lines of code made more and more of, and is counted: threads, class loaders, hidden classes,
 * native handles. What was told when it grew is told when it has stopped, as {@link StoppedLine} does for bytes, until
 * half of it is gone. Not thread-safe.
 */
final class StoppedCounts {
    private static final double MILLIS_PER_MINUTE = 60_000;

    private final HistoryReading history;
    private final Map<String, HandleSite> lines = new HashMap<>(); // by subject
    private Map<String, CountRise> known = Map.of();

    /** Takes all that is there. */
    StoppedCounts(ThreadReading threads, LoaderReading loaders, List<HandleUsage> handles, HistoryReading history) {
        this.history = history;
        for (StartedThreads group : threads.groups()) {
            if (group.line() != null) {
                put(SubjectType.THREAD, group.name(), group.line());
            }
        }
        for (MadeLoaders group : loaders.groups()) {
            put(SubjectType.LOADER, group.className(), group.line());
        }
        for (HandleUsage usage : handles) {
            usage.sites().forEach(site -> put(SubjectType.HANDLE, usage.className(), site));
        }
    }

    private void put(SubjectType type, String name, HandleSite line) {
        lines.putIfAbsent(key(subject(type, name, line.site())), line);
    }

    private static long count(HandleSite line) {
        return line.open() + line.collected();
    }

    static Subject subject(SubjectType type, String name, Site line) {
        return new Subject(type, name, line.toString(), line.id(), line.library());
    }

    /** The kind and number of a subject that is counted; in a recording, where lines have no number, its names. */
    static String key(Subject subject) {
        boolean isRecorded = subject.id() == 0;
        return subject.type() + " "
                + (isRecorded ? subject.category() + " " + subject.by() : Integer.toString(subject.id()))
                + " " + name(subject, isRecorded);
    }

    /** A line may make handles of several classes, and hidden ones have numbers beside those of loaders. */
    private static String name(Subject subject, boolean isRecorded) {
        String name = subject.name();
        return switch (subject.type()) {
            case HANDLE -> name;
            case LOADER -> !isRecorded && MadeLoaders.isHidden(name) ? name.substring(name.lastIndexOf('/')) : name;
            default -> "";
        };
    }

    /**
     * Remembers what these figures tell to grow: a process looks now and then, a recording has what was told.
     *
     * @param grown what there is
     * @param history of the process
     * @param collections the last of the whole heap; null if that is not known
     * @param oldNanos how long a rise lasts at least that is a leak
     * @return with all that grows
     */
    static StoppedCounts remembering(
            GrownEarlier grown, HistoryReading history, WholeHeapCollections.Last collections, long oldNanos) {
        long millis = grown.millis();
        long attached = history.attachedMillis();
        Leaks none = new Leaks(oldNanos, List.of(), List.of(), List.of(), 0);
        GarbageRule garbage = new GarbageRule(none, history, collections, millis);
        List<Statement> told = new ArrayList<>(ThreadStatements.of(grown.threads(), history, oldNanos, millis));
        told.addAll(LoaderStatements.of(grown.loaders(), garbage, oldNanos, millis, attached));
        told.addAll(HandleStatements.of(grown.handles(), millis, attached));
        StoppedCounts counts = new StoppedCounts(grown.threads(), grown.loaders(), grown.handles(), history);
        told.forEach(statement -> counts.remember(dated(statement, history, millis), millis));
        return counts;
    }

    /**
     * Dates growth by the start that was told first: the past does not tell of it.
     *
     * @param statement on what is counted
     * @param history of the process
     * @param nowMillis the time of the statement, since 1970
     */
    static Statement dated(Statement statement, HistoryReading history, long nowMillis) {
        if (!statement.grows()) {
            return statement;
        }
        Rise rise = new Rise(
                statement.sinceMillis(),
                nowMillis - statement.sinceMillis(),
                0,
                0,
                statement.perMinute(),
                statement.perMinuteError(),
                Rise.Before.LEVEL);
        return statement.withSince(history.told().firstStart(key(statement.subject()), rise));
    }

    /**
     * Remembers what grows, but for what may be a pool that fills, and what is too young to tell.
     *
     * @param statement on any subject
     * @param nowMillis the time of these counts, since 1970
     */
    void remember(Statement statement, long nowMillis) {
        HandleSite line = statement.grows() ? lines.get(key(statement.subject())) : null;
        if (line == null
                || statement.evidence(Basis.YOUNGER_THAN_NANOS) != Statement.UNKNOWN
                || statement.evidence(Basis.MAY_FILL_POOL) != Statement.UNKNOWN) {
            return;
        }
        long forMillis = Math.max(0, nowMillis - statement.sinceMillis());
        long count = count(line);
        long grown = Math.round(statement.perMinute() * (forMillis / MILLIS_PER_MINUTE));
        Rise rise = new Rise(
                statement.sinceMillis(),
                forMillis,
                Math.max(0, count - grown),
                count,
                statement.perMinute(),
                statement.perMinuteError(),
                Rise.Before.LEVEL);
        history.told().risesInCount(key(statement.subject()), new CountRise(rise, statement.kind() == Kind.LEAK));
    }

    /** Forgets rises of which half has gone, also what is not there at all. */
    void forgetFallen() {
        Map<String, Long> counts = new HashMap<>();
        lines.forEach((key, line) -> counts.put(key, count(line)));
        known = history.told().inCount(counts);
    }

    /** The rise that has stopped; null if none was told, or it has fallen. */
    CountRise find(Subject subject) {
        return known.get(key(subject));
    }

    /**
     * The statement on a rise that has stopped.
     *
     * @param kind of it
     * @param subject of the rise
     * @param count what there is of it now
     * @param line of code
     * @param stopped the rise
     * @param evidence beside the time of the rise
     * @param next the command that shows it
     */
    static Statement statement(
            Kind kind,
            Subject subject,
            long count,
            HandleSite line,
            CountRise stopped,
            List<Evidence> evidence,
            Next next) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(new Evidence(Basis.GREW_UNTIL_MILLIS, stopped.rise().untilMillis()));
        return new Statement(
                kind, subject, count, line.standardError(), 0, 0, stopped.rise().sinceMillis(), all, next);
    }
}
