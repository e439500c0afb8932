package io.nmt.agent.pressure;

import io.nmt.report.document.SafeText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.Rise;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Statements that fit in a line of a termination log. Pure functions. */
final class ShortStatement {
    private static final int SITE_CHARS = 66;
    private static final Set<Basis> KEPT = EnumSet.of(Basis.GREW_UNTIL_MILLIS, Basis.IDLE_THREADS, Basis.SEEN);
    private static final long NANOS_PER_MILLI = 1_000_000;

    private ShortStatement() {}

    /** States what has risen too lately to be dated. */
    static Statement late(String name, long bytes, Rise lately) {
        return statement(
                Kind.UNKNOWN,
                name,
                bytes,
                List.of(
                        new Evidence(Basis.MORE, lately.bytes()),
                        new Evidence(Basis.MORE_IN_NANOS, lately.forMillis() * NANOS_PER_MILLI)));
    }

    /** States what is large and does not rise. */
    static Statement held(String name, long bytes) {
        return statement(Kind.HELD, name, bytes, List.of());
    }

    private static Statement statement(Kind kind, String name, long bytes, List<Evidence> evidence) {
        Subject subject = new Subject(SubjectType.FIGURE, name, "", 0);
        return new Statement(kind, subject, bytes, 0, 0, 0, Statement.UNKNOWN, evidence, Next.NONE);
    }

    /** Leaves out what a line has no room for: the whole statement follows below. */
    static Statement of(Statement statement) {
        Subject whole = statement.subject();
        Subject subject = new Subject(
                whole.type(),
                SafeText.shortened(whole.name(), SITE_CHARS),
                SafeText.shortened(whole.category(), SITE_CHARS),
                whole.id());
        List<Evidence> kept = statement.evidence().stream()
                .filter(evidence -> KEPT.contains(evidence.basis()))
                .toList();
        return new Statement(
                statement.kind(),
                subject,
                statement.amount(),
                statement.error(),
                statement.perMinute(),
                statement.perMinuteError(),
                statement.sinceMillis(),
                kept,
                Next.NONE);
    }
}
