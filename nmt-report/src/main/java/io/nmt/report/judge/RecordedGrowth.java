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
import io.nmt.report.model.ToldGrowth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins what a recording tells of growth with what the process said of it in the recording. At its end, the process
 * knew all that the recording does, and what was before. What it said earlier, as before a kill, is told where the
 * recording is silent. Pure functions.
 */
final class RecordedGrowth {
    private static final long AT_THE_END_MILLIS = 6_000; // a last reading takes five seconds at most
    private static final long NANOS_PER_MILLI = 1_000_000;

    private RecordedGrowth() {}

    /**
     * Joins them.
     *
     * @param own by the recording alone
     * @param told by the process
     * @param sites that the recording has, by their numbers
     * @param endMillis of the recording, since 1970
     */
    static Growth joined(Growth own, ToldGrowth told, Map<Integer, Site> sites, long endMillis) {
        if (told.statements().isEmpty()) {
            return own;
        }
        Map<String, Integer> ids = ids(own, sites);
        List<Statement> said =
                told.statements().stream().map(each -> left(each, ids)).toList();
        boolean hadPast = said.stream().allMatch(each -> each.evidence(Basis.HISTORY_OFF) == Statement.UNKNOWN);
        boolean knewLess =
                own.otherwise().kind() != Kind.UNKNOWN && said.stream().anyMatch(RecordedGrowth::isUnknown);
        return hadPast && !knewLess && endMillis - told.millis() <= AT_THE_END_MILLIS
                ? atTheEnd(own, said, told.millis())
                : before(own, said);
    }

    private static boolean isUnknown(Statement statement) {
        return statement.subject().type() == SubjectType.PROCESS && statement.kind() == Kind.UNKNOWN;
    }

    private static Growth atTheEnd(Growth own, List<Statement> said, long toldMillis) {
        Statement otherwise = said.stream()
                .filter(each -> each.subject().type() == SubjectType.PROCESS)
                .findFirst()
                .orElse(null);
        boolean isEarly = own.otherwise().evidence(Basis.MISSING_MILLIS) != Statement.UNKNOWN;
        // The process had a past, if it said anything else.
        Statement rest = otherwise != null ? otherwise : isEarly ? NoGrowth.known() : own.otherwise();
        Statement ofTracked = otherwise != null || isEarly ? rest : own.otherwiseTracked();
        return new Growth(lines(own.lines(), said, toldMillis), said, rest, ofTracked);
    }

    private static Growth before(Growth own, List<Statement> said) {
        List<Statement> all = new ArrayList<>(own.statements());
        Map<String, Statement> known = new HashMap<>();
        all.forEach(each -> known.put(SubjectKey.ofProcess(each.subject()), each));
        for (Statement statement : said) {
            if (isOfLine(statement) && !known.containsKey(SubjectKey.ofProcess(statement.subject()))) {
                all.add(statement);
            }
        }
        if (all.size() > own.statements().size()) {
            all.remove(own.otherwise());
        }
        return new Growth(own.lines(), all, own.otherwise(), own.otherwiseTracked());
    }

    private static boolean isOfLine(Statement statement) {
        return switch (statement.subject().type()) {
            case SITE, HANDLE, THREAD, LOADER -> true;
            default -> false;
        };
    }

    /** The numbers of lines of code in the recording. */
    private static Map<String, Integer> ids(Growth own, Map<Integer, Site> sites) {
        Map<String, Integer> ids = new HashMap<>();
        Leaks leaks = own.lines().leaks();
        for (List<SiteUsage> group : List.of(leaks.suspects(), leaks.holders())) {
            group.forEach(usage -> ids.put(
                    SubjectKey.ofProcess(LineGrowth.subject(usage.site(), 0)),
                    usage.site().id()));
        }
        own.statements()
                .forEach(each -> ids.putIfAbsent(
                        SubjectKey.ofProcess(each.subject()), each.subject().id()));
        sites.forEach((id, site) -> ids.putIfAbsent(SubjectKey.ofProcess(LineGrowth.subject(site, 0)), id));
        return ids;
    }

    /** With the number in the recording, and nothing to wait for. */
    private static Statement left(Statement statement, Map<String, Integer> ids) {
        Subject subject = statement.subject();
        int id = ids.getOrDefault(SubjectKey.ofProcess(subject), 0);
        long wait = statement.evidence(Basis.TOLD_IN_MILLIS);
        boolean isMissing = wait != Statement.UNKNOWN && subject.type() == SubjectType.PROCESS;
        Statement ended = statement.without(Basis.TOLD_IN_MILLIS);
        Statement left =
                isMissing ? ended.withEvidence(new Evidence(Basis.MISSING_MILLIS, wait), statement.next()) : ended;
        return new Statement(
                statement.kind(),
                new Subject(subject.type(), subject.name(), subject.category(), id, subject.by()),
                statement.amount(),
                statement.error(),
                statement.perMinute(),
                statement.perMinuteError(),
                statement.sinceMillis(),
                left.evidence(),
                Next.NONE);
    }

    /** The lines with the growth that is told of them. */
    private static LeaksByLine lines(LeaksByLine own, List<Statement> said, long toldMillis) {
        Map<Integer, Statement> bySite = new HashMap<>();
        for (Statement statement : said) {
            if (statement.subject().type() == SubjectType.SITE) {
                bySite.put(statement.subject().id(), statement);
            }
        }
        List<SiteUsage> suspects = new ArrayList<>();
        List<SiteUsage> holders = new ArrayList<>();
        Leaks leaks = own.leaks();
        for (List<SiteUsage> group : List.of(leaks.suspects(), leaks.holders())) {
            for (SiteUsage usage : group) {
                Statement statement = bySite.get(usage.site().id());
                boolean isLeak = statement != null && statement.kind() == Kind.LEAK;
                (isLeak ? suspects : holders).add(judged(usage, statement, isLeak, toldMillis));
            }
        }
        return new LeaksByLine(
                new Leaks(leaks.minimumAgeNanos(), suspects, holders, leaks.pools(), leaks.judgedInNanos()),
                own.stacks());
    }

    private static SiteUsage judged(SiteUsage usage, Statement statement, boolean isLeak, long toldMillis) {
        boolean grows = statement != null && statement.grows();
        long forMillis = grows ? Math.max(0, toldMillis - statement.sinceMillis()) : 0;
        return usage.withGrowth(
                grows || isLeak,
                grows ? statement.perMinute() : 0,
                grows ? statement.perMinuteError() : 0,
                forMillis * NANOS_PER_MILLI,
                0);
    }
}
