package io.nmt.report.judge;

import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.CountRise;
import io.nmt.report.past.HistoryPoint;
import java.util.ArrayList;
import java.util.List;

/** Statements on lines of code that open more and more native handles. Pure functions of a reading. */
public final class HandleStatements {
    private HandleStatements() {}

    /**
     * Judges handles.
     *
     * @param handles by class
     * @param nowMillis the time of the reading, since 1970
     * @param attachedMillis when tracking began late; {@link HistoryPoint#UNKNOWN} if it did not
     * @return one for each line of code that grows
     */
    static List<Statement> of(List<HandleUsage> handles, long nowMillis, long attachedMillis) {
        List<Statement> statements = new ArrayList<>();
        for (HandleUsage usage : handles) {
            for (HandleSite site : usage.sites()) {
                if (site.growing()) {
                    statements.add(statement(
                            usage.className(), site, CountedRise.sinceMillis(site, nowMillis, attachedMillis)));
                }
            }
        }
        return statements;
    }

    /**
     * Judges handles of lines of code that opened more and more of them, and have stopped: those that were lost leak,
     * others may be in a cache.
     *
     * @param handles by class
     * @param stopped what was told
     * @return one for each line of code whose handles are there
     */
    static List<Statement> stopped(List<HandleUsage> handles, StoppedCounts stopped) {
        List<Statement> statements = new ArrayList<>();
        for (HandleUsage usage : handles) {
            for (HandleSite site : usage.sites()) {
                CountRise rise = site.growing() ? null : stopped.find(subject(usage.className(), site));
                if (rise != null) {
                    statements.add(StoppedCounts.statement(
                            site.collected() > site.open() ? Kind.LEAK : Kind.HELD,
                            subject(usage.className(), site),
                            site.open() + site.collected(),
                            site,
                            rise,
                            List.of(),
                            Next.HANDLES));
                }
            }
        }
        return statements;
    }

    private static Subject subject(String className, HandleSite site) {
        return StoppedCounts.subject(SubjectType.HANDLE, className, site.site());
    }

    /**
     * The statements of the list of handles.
     *
     * @param growth of the process
     * @param handles by class
     * @return none without handles
     */
    public static List<Statement> listed(Growth growth, List<HandleUsage> handles) {
        if (handles.isEmpty()) {
            return List.of();
        }
        List<Statement> found = MadeStatements.of(growth, SubjectType.HANDLE, Next.HANDLES).stream()
                .map(statement -> statement.withNext(Next.NONE))
                .toList();
        long notClosed = handles.stream()
                .mapToLong(usage -> usage.open() + usage.collected())
                .sum();
        return MadeStatements.orNone(found, growth, SubjectType.HANDLE, notClosed);
    }

    private static Statement statement(String className, HandleSite site, long sinceMillis) {
        return new Statement(
                Kind.LEAK,
                subject(className, site),
                site.open() + site.collected(),
                site.standardError(),
                site.growthPerMinute(),
                site.growthErrorPerMinute(),
                sinceMillis,
                List.of(),
                Next.HANDLES);
    }
}
