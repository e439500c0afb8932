package io.nmt.report.judge;

import io.nmt.core.model.Leaks;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.NewGround;
import io.nmt.report.past.Rise;
import io.nmt.report.past.Rising;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

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
    private static final long MOST_UNKNOWN_BYTES = 32L << 20; // of a rise that something else explains

    /** Says it where something else is known to be told: there was enough past. */
    static Statement known() {
        return growth(Kind.NORMAL);
    }

    /** Says it of lines of code and categories: RSS may grow for another reason. */
    Statement ofTracked() {
        return statement(rising -> rising.kind() != Rising.Kind.FIGURE, () -> growth(Kind.NORMAL));
    }

    /** Says it of the process. */
    Statement statement() {
        return statement(rising -> true, this::normal);
    }

    /**
     * Says it.
     *
     * @param counts whether something that rises for a short time matters
     * @param normal what to say once it is known
     */
    private Statement statement(Predicate<Rising> counts, Supplier<Statement> normal) {
        long samplesMillis = Math.max(earlyNanos, mayBeEarly() ? leaks.judgedInNanos() : 0) / NANOS_PER_MILLI;
        if (history.isOff() && samplesMillis == 0) {
            return growth(Kind.UNKNOWN, new Evidence(Basis.HISTORY_OFF, 0));
        }
        Rising young = history.young().stream()
                .filter(counts)
                .filter(this::mayMatter)
                .findFirst()
                .orElse(null);
        long youngMillis = young == null
                ? 0
                : HistoryReading.SHORTEST_RISE_MILLIS - young.rise().forMillis();
        // Samples tell of lines of code sooner than the past, which still has to tell of all else then.
        long wait = Math.max(samplesMillis, Math.max(history.toldInMillis(), youngMillis));
        if (wait == 0) {
            return normal.get();
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

    /**
     * Tells whether a young rise is one of more than a warm-up. That more of the heap is committed is none: RSS tells
     * all of it.
     */
    private boolean mayMatter(Rising young) {
        return young.kind() != Rising.Kind.FIGURE
                || (!young.name().equals(HistoryFigure.HEAP.title())
                        && young.rise().bytes() >= least()
                        && !(young.name().equals(HistoryFigure.RSS.title()) && isKnown(young.rise())));
    }

    private long least() {
        return ResidentJudge.leastBytes(history.figures().last(HistoryFigure.RSS));
    }

    /**
     * Denies no rise that there is, though it is not steady: the heap's first use is normal, an unknown one is not
     * until it has been there for a while.
     */
    private Statement normal() {
        Statement normal = growth(Kind.NORMAL);
        for (Map.Entry<String, NewGround> risen : history.figures().justRisen().entrySet()) {
            NewGround ground = risen.getValue();
            if (ground.rise().bytes() >= least()) {
                Evidence more = more(ground.rise(), risen.getKey());
                if (ground.leftMillis() > 0) {
                    return unknown(more, ground);
                }
                normal = growth(Kind.NORMAL, more, in(ground.rise()));
            }
        }
        NewGround rss = history.figures().newGround();
        if (rss == null || rss.rise().bytes() < least()) {
            return normal;
        }
        Evidence more = more(rss.rise(), HistoryFigure.RSS.title());
        return rss.leftMillis() == 0 || isKnown(rss.rise())
                ? growth(Kind.NORMAL, more, in(rss.rise()))
                : unknown(more, rss);
    }

    /** Tells whether a rise of RSS is one of the heap, of what was tracked, or of what warms up. */
    private boolean isKnown(Rise rss) {
        long since = rss.sinceMillis();
        long known = Math.max(
                history.figures().heapTouchedSince(since), history.figures().grownSince(HistoryFigure.HEAP, since));
        known += history.figures().mostGrownSince(HistoryFigure.TRACKED, since); // malloc may keep what was freed
        known += Math.max(0, history.figures().grownSince(HistoryFigure.METASPACE, since));
        known += Math.max(0, history.figures().grownSince(HistoryFigure.CODE, since));
        return rss.bytes() - known <= Math.min(rss.bytes() / 2, MOST_UNKNOWN_BYTES);
    }

    private Statement unknown(Evidence more, NewGround ground) {
        Evidence in = in(ground.rise());
        return history.canBeAsked()
                ? growth(Kind.UNKNOWN, more, in, new Evidence(Basis.TOLD_IN_MILLIS, ground.leftMillis()))
                : growth(Kind.UNKNOWN, more, in);
    }

    private static Evidence more(Rise rise, String name) {
        return new Evidence(Basis.MORE, rise.bytes(), name);
    }

    private static Evidence in(Rise rise) {
        return new Evidence(Basis.MORE_IN_NANOS, rise.forMillis() * NANOS_PER_MILLI);
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
