package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import java.util.List;

/** The sentences on threads that a line of code starts. Pure functions. */
final class ThreadText {
    private static final int MIN_IDLE_PERCENT = 95;

    private ThreadText() {}

    static String answer(Statement statement, String by, Times times) {
        if (statement.kind() == Statement.Kind.NORMAL) {
            return Scale.group(statement.amount()) + " threads: no line of code keeps starting threads.";
        }
        StringBuilder text = new StringBuilder(StatementText.atLeast(statement)).append(subject(statement));
        long seen = statement.evidence(Basis.SEEN);
        if (seen != Statement.UNKNOWN) {
            text.append(" (").append(Scale.group(seen)).append(" of them seen when started)");
        }
        StatementText.appendRise(text, statement, times);
        long stacks = statement.evidence(Basis.STACK_BYTES);
        if (stacks != Statement.UNKNOWN) {
            text.append(", ").append(Amounts.format(stacks)).append(" of stacks (estimate)");
        }
        String place = statement.subject().category();
        if (!place.isEmpty()) {
            text.append(", started at ").append(SafeText.name(place)).append(by);
        }
        return text.append(executors(statement)).append('.').toString();
    }

    static void append(List<String> sentences, Statement statement, Times times) {
        long until = statement.evidence(Basis.GREW_UNTIL_MILLIS);
        if (until != Statement.UNKNOWN) {
            StringBuilder text = new StringBuilder();
            EvidenceText.appendGrew(text, until, statement, times);
            sentences.add(text.toString());
        }
        long idle = statement.evidence(Basis.MAY_FILL_POOL);
        if (idle > 0) {
            sentences.add(" May be a peak of tasks: most threads are idle.");
        } else if (idle == 0) {
            sentences.add(" May be a pool that fills: its executor has a limit.");
        }
        long younger = statement.evidence(Basis.YOUNGER_THAN_NANOS);
        if (younger != Statement.UNKNOWN) {
            sentences.add(" The rise is younger than " + Ages.format(younger) + ".");
        }
        long unexplained = statement.evidence(Basis.MAY_HOLD_PER_MINUTE);
        if (unexplained > 0) {
            StringBuilder text = new StringBuilder();
            EvidenceText.appendUnexplained(text, unexplained);
            sentences.add(text.toString());
        }
    }

    private static String subject(Statement statement) {
        long threads = statement.amount();
        long idle = Math.max(0, statement.evidence(Basis.IDLE_THREADS));
        long seen = statement.evidence(Basis.SEEN);
        long told = seen == Statement.UNKNOWN ? threads : seen;
        boolean areIdle = 100 * idle >= MIN_IDLE_PERCENT * told; // one that has just started is not yet
        long names = statement.evidence(Basis.NAME_PATTERNS);
        return Scale.group(threads)
                + (areIdle ? " idle threads " : " threads ")
                + SafeText.name(statement.subject().name())
                + (names > 1 ? " and " + others(names - 1) : "")
                + (idle > 0 && !areIdle ? ", " + Scale.group(idle) + " idle" : "");
    }

    private static String others(long names) {
        return Scale.group(names) + (names == 1 ? " more name" : " more names");
    }

    private static String executors(Statement statement) {
        long all = statement.evidence(Basis.EXECUTORS);
        long open = statement.evidence(Basis.OPEN_EXECUTORS);
        if (open <= 0) {
            return "";
        }
        return ". " + Scale.group(open) + (open < all ? " of " + Scale.group(all) : "")
                + (all == 1 ? " executor" : " executors") + " not shut down";
    }
}
