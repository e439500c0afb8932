package io.nmt.cli.postmortem;

import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryFigure;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The last statements on a process that has ended, of its recording and of its last report of memory pressure: a byte
 * is told once. Immutable.
 *
 * @param ended the process
 */
record LastStatements(LeftProcess ended) {
    private static final Duration SAME_MOMENT = Duration.ofSeconds(3);
    private static final Comparator<Statement> KILLS_LAST = Comparator.comparing(LastStatements::isOfKills);

    /** The growth told by the last report that tells of any, or else by the last that could tell. */
    List<Statement> statements() {
        return ofRecording()
                ? ended.recordedStatements()
                : ended.lastPressure() == null
                        ? List.of()
                        : ended.lastPressure().statements();
    }

    /** Those on limits and growth. */
    List<Statement> changes() {
        boolean isCountedEarlier = isCountedEarlier();
        return statements().stream()
                .filter(each -> !isOfReading(each) && !(isCountedEarlier && isCounted(each)))
                .toList();
    }

    /** Those on threads, class loaders and handles, where these were counted before the other figures. */
    List<Statement> countedEarlier() {
        return isCountedEarlier()
                ? statements().stream().filter(LastStatements::isCounted).toList()
                : List.of();
    }

    /** The time of these; null if it is not known. */
    Instant countedTime() {
        Instant time = ofRecording() ? ended.recordedCountedTime() : null;
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private boolean isCountedEarlier() {
        Instant counted = countedTime();
        return counted != null && counted.isBefore(statementsTime().minus(SAME_MOMENT));
    }

    private static boolean isCounted(Statement statement) {
        return switch (statement.subject().type()) {
            case THREAD, LOADER, HANDLE -> true;
            default -> false;
        };
    }

    /** The others, on a recording's last reading of resident memory; kills that the process lived to count last. */
    List<Statement> others() {
        return statements().stream()
                .filter(LastStatements::isOfReading)
                .sorted(KILLS_LAST)
                .toList();
    }

    private static boolean isOfReading(Statement statement) {
        return isOfKills(statement)
                || (statement.isOfResident() && !statement.grows() && statement.kind() != Kind.LIMIT);
    }

    /** The process lived on after each kill that it counted: that was of another process. */
    private static boolean isOfKills(Statement statement) {
        return statement.evidence(Basis.KILLED_FOR_MEMORY) != Statement.UNKNOWN;
    }

    /** The time of the sites; null if it is not known. */
    Instant statementsTime() {
        Instant time = ofRecording()
                ? ended.lastRecorded().time()
                : ended.lastPressure() == null ? null : ended.lastPressure().time();
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private boolean ofRecording() {
        Pressure pressure = ended.lastPressure();
        Recorded recorded = ended.lastRecorded();
        if (recorded == null || ended.recordedStatements().isEmpty()) {
            return false;
        }
        if (pressure == null || pressure.statements().isEmpty()) {
            return true;
        }
        boolean grows = ended.recordedStatements().stream().anyMatch(Statement::grows);
        boolean grew = pressure.statements().stream().anyMatch(Statement::grows);
        return grows == grew ? pressure.time() == null || recorded.time().isAfter(pressure.time()) : grows;
    }

    /** The limits that resident memory was near. */
    List<String> limits() {
        return resident(LastStatements::isNearLimit);
    }

    /** The other statements on resident memory; of a report without its twin, those on growth. */
    List<String> findings() {
        Pressure last = ended.lastPressure();
        if (last == null || last.resident().isEmpty()) {
            return last == null ? List.of() : last.findings();
        }
        return resident(statement -> !isNearLimit(statement));
    }

    private static boolean isNearLimit(Statement statement) {
        return statement.kind() == Kind.LIMIT && !isOfKills(statement);
    }

    private List<String> resident(Predicate<Statement> condition) {
        Pressure last = ended.lastPressure();
        if (last == null) {
            return List.of();
        }
        Set<String> told = told();
        Times times =
                new Times(ZoneOffset.UTC, last.time() == null ? 0 : last.time().toEpochMilli());
        return last.resident().stream()
                .filter(condition)
                .filter(each -> !told.contains(each.subject().name()) || isOfOthers(each))
                .sorted(KILLS_LAST)
                .map(each -> StatementText.of(each, times))
                .toList();
    }

    /** A category is told by its lines that grow, and parts of the JVM by the threads and class loaders in them. */
    private Set<String> told() {
        Set<String> told = new HashSet<>();
        for (Statement statement : statements()) {
            told.add(statement.subject().name());
            if (statement.grows()) {
                switch (statement.subject().type()) {
                    case SITE -> told.add(statement.subject().category());
                    case THREAD -> told.add(Component.THREAD_STACKS.label());
                    case LOADER -> told.add(HistoryFigure.METASPACE.title());
                    default -> {}
                }
            }
        }
        return told;
    }

    /** Tells whether it is on a limit, or on what lines hold that do not grow. */
    private static boolean isOfOthers(Statement statement) {
        return (statement.kind() == Kind.LIMIT && statement.subject().type() == SubjectType.COMPONENT)
                || statement.evidence(Basis.BESIDE_GROWING_BYTES) != Statement.UNKNOWN;
    }
}
