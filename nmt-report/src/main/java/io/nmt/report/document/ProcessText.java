package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import java.util.List;

/** The sentences of judgements on a whole process: that nothing grows, or that it is too early to tell. */
final class ProcessText {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private ProcessText() {}

    static String answer(Statement statement) {
        long largest = statement.evidence(Basis.LARGEST_BYTES);
        if (largest != Statement.UNKNOWN) {
            boolean isOff = statement.evidence(Basis.HISTORY_OFF) != Statement.UNKNOWN;
            return statement.subject().name() + (isOff ? ": none is large." : ": none is large or grows.")
                    + " The largest is " + named(statement, Basis.LARGEST_BYTES) + ", " + Amounts.format(largest) + ".";
        }
        long subjects = statement.evidence(Basis.SUBJECTS);
        String name = statement.subject().name()
                + (subjects == Statement.UNKNOWN
                        ? ""
                        : " of " + Scale.group(subjects) + (subjects == 1 ? " call site" : " call sites"));
        if (statement.evidence(Basis.MORE) != Statement.UNKNOWN) {
            return statement.kind() == Statement.Kind.NORMAL
                    ? name + ": no call site or category grows steadily."
                    : name + ": too early to tell," + more(statement);
        }
        if (statement.kind() == Statement.Kind.NORMAL) {
            return name + ": no call site, category or RSS grows steadily.";
        }
        if (statement.evidence(Basis.HISTORY_OFF) != Statement.UNKNOWN) {
            return name + " of RSS and categories: needs the agent's option history=on.";
        }
        long missing = statement.evidence(Basis.MISSING_MILLIS);
        return missing != Statement.UNKNOWN
                ? name + ": too early to tell, " + seconds(missing) + " of history are missing."
                : name + ": too early to tell.";
    }

    static void append(List<String> sentences, Statement statement) {
        long more = statement.evidence(Basis.MORE);
        boolean isNormal = statement.kind() == Statement.Kind.NORMAL;
        if (more != Statement.UNKNOWN) {
            if (isNormal) {
                sentences.add(more(statement));
            }
        } else if (!isNormal && statement.evidence(Basis.HISTORY_OFF) != Statement.UNKNOWN) {
            sentences.add(" No call site grows steadily.");
            return;
        } else if (isNormal || statement.evidence(Basis.MISSING_MILLIS) != Statement.UNKNOWN) {
            return;
        }
        if (statement.evidence(Basis.TOLD_IN_MILLIS) != Statement.UNKNOWN) {
            sentences.add(" Ask again in " + seconds(statement.evidence(Basis.TOLD_IN_MILLIS)) + ".");
        }
    }

    private static String more(Statement statement) {
        return " " + named(statement, Basis.MORE) + " is " + Amounts.format(statement.evidence(Basis.MORE))
                + " more than " + Ages.format(statement.evidence(Basis.MORE_IN_NANOS)) + " ago.";
    }

    private static String named(Statement statement, Basis basis) {
        return statement.evidence().stream()
                .filter(each -> each.basis() == basis)
                .map(each -> SafeText.name(each.name()))
                .findFirst()
                .orElse("");
    }

    /** In whole seconds, rounded up: who asks again just before asks once more. */
    static String seconds(long millis) {
        long nanos = Math.max(1, millis) * NANOS_PER_MILLI;
        return Ages.format((nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * NANOS_PER_SECOND);
    }
}
