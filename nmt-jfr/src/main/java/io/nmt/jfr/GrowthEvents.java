package io.nmt.jfr;

import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Times;
import java.time.ZoneId;
import java.util.List;

/** Emits what the process says of growth, with each reading of resident memory: it remembers more than a recording. */
final class GrowthEvents {
    private static final int MOST = 100;
    private static final String BETWEEN_FIGURES = "; ";

    private GrowthEvents() {}

    /** Emits them now. Takes milliseconds, as many as there are thousands of samples. */
    static void emitNow() {
        if (RunningRecordings.want(EventKind.GROWTH) && new GrowthEvent().isEnabled()) {
            emit(Growth.now().statements(), System.currentTimeMillis());
        }
    }

    static void emit(List<Statement> statements, long nowMillis) {
        Times times = new Times(ZoneId.systemDefault(), nowMillis);
        int rank = 1;
        for (Statement statement : statements.subList(0, Math.min(MOST, statements.size()))) {
            GrowthEvent event = event(statement, nowMillis);
            event.rank = rank++;
            event.text = StatementText.of(statement.withNext(Next.NONE), times);
            event.commit();
        }
    }

    private static GrowthEvent event(Statement statement, long nowMillis) {
        GrowthEvent event = new GrowthEvent();
        event.kind = statement.kind().name();
        event.subject = statement.subject().type().name();
        event.name = statement.subject().name();
        event.place = statement.subject().category();
        event.libraryFrame = statement.subject().by();
        event.amount = statement.amount();
        event.standardError = statement.error();
        event.growth = statement.perMinute();
        event.growthError = statement.perMinuteError();
        event.age = statement.sinceMillis() == Statement.UNKNOWN
                ? Statement.UNKNOWN
                : Math.max(0, nowMillis - statement.sinceMillis());
        event.evidence = evidence(statement.evidence());
        return event;
    }

    private static String evidence(List<Evidence> evidence) {
        StringBuilder text = new StringBuilder();
        for (Evidence each : evidence) {
            text.append(text.length() == 0 ? "" : BETWEEN_FIGURES)
                    .append(each.basis().name())
                    .append('=')
                    .append(each.value());
            if (!each.name().isEmpty()) {
                text.append(' ').append(each.name());
            }
        }
        return text.toString();
    }
}
