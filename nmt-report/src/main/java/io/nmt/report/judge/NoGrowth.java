package io.nmt.report.judge;

import io.nmt.core.model.Leaks;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReading.Rising;
import java.util.List;
import java.util.function.Predicate;

/**
 * The certainty that nothing else grows. Immutable.
 *
 * @param history of the process
 * @param leaks by its samples
 * @param earlyLines lines of code of which it is too early to tell
 * @param earlyNanos until the last of them can be told
 */
record NoGrowth(HistoryReading history, Leaks leaks, int earlyLines, long earlyNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Says it.
     *
     * @param counts whether something that rises for a short time matters
     */
    Statement statement(Predicate<Rising> counts) {
        long samplesMillis = Math.max(earlyNanos, mayBeEarly() ? leaks.judgedInNanos() : 0) / NANOS_PER_MILLI;
        if (history.isOff() && samplesMillis == 0) {
            return growth(Kind.UNKNOWN, new Evidence(Basis.HISTORY_OFF, 0));
        }
        Rising young = history.young().stream().filter(counts).findFirst().orElse(null);
        long youngMillis = young == null
                ? 0
                : HistoryReading.SHORTEST_RISE_MILLIS - young.rise().forMillis();
        // Samples tell sooner than the past: who asks again then knows more.
        long wait = samplesMillis > 0 ? samplesMillis : Math.max(history.toldInMillis(), youngMillis);
        if (wait == 0) {
            return growth(Kind.NORMAL);
        }
        if (!history.canBeAsked()) {
            return growth(Kind.UNKNOWN, new Evidence(Basis.MISSING_MILLIS, wait));
        }
        return earlyLines > 0
                ? growth(
                        Kind.UNKNOWN,
                        new Evidence(Basis.SUBJECTS, earlyLines),
                        new Evidence(Basis.TOLD_IN_MILLIS, wait))
                : growth(Kind.UNKNOWN, new Evidence(Basis.TOLD_IN_MILLIS, wait));
    }

    /** No line holds anything, so samples have nothing to tell: the past tells, or is off. */
    private boolean mayBeEarly() {
        boolean holds = !leaks.suspects().isEmpty()
                || !leaks.holders().isEmpty()
                || !leaks.pools().isEmpty();
        return holds || (history.isTooEarly() && !history.isOff());
    }

    private static Statement growth(Kind kind, Evidence... evidence) {
        return new Statement(
                kind,
                new Subject(SubjectType.PROCESS, "growth", "", 0),
                Statement.UNKNOWN,
                0,
                0,
                0,
                Statement.UNKNOWN,
                List.of(evidence),
                Next.NONE);
    }
}
