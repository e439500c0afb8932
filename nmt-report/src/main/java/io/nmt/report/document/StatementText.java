package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Ages;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.util.ArrayList;
import java.util.List;

/** The sentences of judgements: the one place where they are made. Pure functions. */
public final class StatementText {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private StatementText() {}

    /**
     * A judgement as a line of text.
     *
     * @param statement to be told
     * @param times of the reader
     * @return without a line feed; names in it are safe to be shown
     */
    public static String of(Statement statement, Times times) {
        return String.join("", sentences(statement, times));
    }

    /**
     * The same for all.
     *
     * @param statements to be told
     * @param times of the reader
     * @return a line each
     */
    public static List<String> of(List<Statement> statements, Times times) {
        return statements.stream().map(statement -> of(statement, times)).toList();
    }

    /**
     * A judgement with its urgency, as pages have it.
     *
     * @param statement to be told
     * @param times of the reader
     * @return its sentence
     */
    public static Judgement judgement(Statement statement, Times times) {
        return new Judgement(statement.urgency(), of(statement, times));
    }

    /**
     * A text in which commands are as they are typed.
     *
     * @param text with {@code PID} in its commands
     * @param pid the number of the process
     * @return the same with that number
     */
    public static String typed(String text, long pid) {
        return text.replace(" PID'", " " + pid + "'").replace("'jcmd PID ", "'jcmd " + pid + " ");
    }

    /**
     * The sentences of a judgement.
     *
     * @param statement to be told
     * @param times of the reader
     * @return the answer, then others, each with a space before it
     */
    public static List<String> sentences(Statement statement, Times times) {
        List<String> sentences = new ArrayList<>();
        sentences.add(statement.kind().name() + " " + answer(statement, times));
        switch (statement.subject().type()) {
            case PROCESS -> appendOfProcess(sentences, statement);
            case THREAD -> ThreadText.append(sentences, statement, times);
            case LOADER -> LoaderText.append(sentences, statement, times);
            default -> {
                if (statement.isOfResident()) {
                    ResidentText.append(sentences, statement, times);
                } else {
                    append(sentences, statement, times);
                }
            }
        }
        if (statement.next() != Statement.Next.NONE) {
            sentences.add(" Next: '" + statement.next().line() + "'");
        }
        return sentences;
    }

    private static String answer(Statement statement, Times times) {
        if (statement.subject().type() == SubjectType.PROCESS) {
            return ofProcess(statement);
        }
        if (statement.subject().type() == SubjectType.THREAD) {
            return ThreadText.answer(statement, by(statement), times);
        }
        if (statement.subject().type() == SubjectType.HANDLE && statement.kind() == Statement.Kind.NORMAL) {
            return Scale.group(statement.amount()) + " native handles not closed: no line of code opens more and more.";
        }
        if (statement.subject().type() == SubjectType.LOADER) {
            return LoaderText.answer(statement, by(statement), times);
        }
        long rssChange = statement.evidence(Basis.RSS_CHANGE);
        if (rssChange != Statement.UNKNOWN) {
            return statement.subject().name() + ": " + Amounts.change(statement.amount()) + ". RSS changed by "
                    + Amounts.change(rssChange) + ".";
        }
        boolean handles = statement.subject().type() == SubjectType.HANDLE;
        StringBuilder text = new StringBuilder(SafeText.name(statement.subject().name()));
        text.append(handles ? "" : by(statement)).append(": ").append(amount(statement));
        appendRise(text, statement, times);
        return text.append('.').toString();
    }

    private static void append(List<String> sentences, Statement statement, Times times) {
        for (Statement.Evidence evidence : statement.evidence()) {
            StringBuilder text = new StringBuilder();
            append(text, evidence, statement, times);
            if (!text.isEmpty()) {
                sentences.add(text.toString());
            }
        }
    }

    static void appendRise(StringBuilder text, Statement statement, Times times) {
        if (statement.grows()) {
            text.append(", +").append(rate(statement));
            long before = statement.maybeBeforeMillis();
            if (before != Statement.UNKNOWN) {
                text.append(" since ").append(times.format(before)).append(" (attach) or before");
            } else if (statement.sinceMillis() != Statement.UNKNOWN) {
                text.append(" since ").append(times.format(statement.sinceMillis()));
            }
        }
    }

    /** The library's call behind the application's. */
    private static String by(Statement statement) {
        String by = statement.subject().by();
        return by.isEmpty() ? "" : " by ".concat(SafeText.name(by));
    }

    /** The word for an amount without what was allocated before tracking. */
    static String atLeast(Statement statement) {
        boolean isPart = statement.evidence(Basis.TRACKED_SINCE_MILLIS) != Statement.UNKNOWN
                && statement.evidence(Basis.SEEN) == Statement.UNKNOWN
                && statement.subject().type() != SubjectType.FIGURE;
        return isPart ? "at least " : "";
    }

    private static String amount(Statement statement) {
        if (statement.isOfResident()) {
            return ResidentText.amount(statement);
        }
        return atLeast(statement) + tracked(statement);
    }

    private static String tracked(Statement statement) {
        String category = statement.subject().category();
        if (statement.subject().type() == SubjectType.HANDLE) {
            return Scale.group(statement.amount()) + " not closed"
                    + (category.isEmpty() ? "" : ", from " + SafeText.name(category) + by(statement));
        }
        return Amounts.format(statement.amount())
                + (statement.error() > 0 ? " ± " + Amounts.format(statement.error()) : "")
                + (category.isEmpty()
                        ? ""
                        : " " + SafeText.shortened(SafeText.line(category), SiteReport.CATEGORY_CHARS));
    }

    /** In a minute, with its error where that is known and not 0. */
    private static String rate(Statement statement) {
        boolean handles = isCount(statement);
        long error = statement.perMinuteError();
        return (handles ? Scale.group(statement.perMinute()) : Amounts.format(statement.perMinute()))
                + "/min"
                + (error == 0 ? "" : " ± " + (handles ? Scale.group(error) : Amounts.format(error)));
    }

    /**
     * True if its amounts are no bytes.
     *
     * @param statement any
     * @return true of handles and of what is counted
     */
    public static boolean isCount(Statement statement) {
        SubjectType type = statement.subject().type();
        return type == SubjectType.HANDLE
                || type == SubjectType.THREAD
                || type == SubjectType.LOADER
                || type == SubjectType.COUNT;
    }

    static void appendCollections(StringBuilder text, Statement.Evidence evidence) {
        long value = evidence.value();
        switch (evidence.basis()) {
            case SURVIVED_COLLECTIONS ->
                text.append(" Survived ")
                        .append(Scale.group(value))
                        .append(value == 1 ? " full collection." : " full collections.");
            case COLLECTIONS_BEFORE_IT_GREW ->
                text.append(
                        value == 0
                                ? " May be garbage: no full collection since."
                                : " May be garbage: too few full collections since.");
            default -> text.append(" May be garbage: full collections are unknown.");
        }
    }

    static void appendGrew(StringBuilder text, long untilMillis, Statement statement, Times times) {
        long before = statement.maybeBeforeMillis();
        text.append(" Grew from ")
                .append(times.format(before == Statement.UNKNOWN ? statement.sinceMillis() : before))
                .append(before == Statement.UNKNOWN ? "" : " (attach) or before")
                .append(" to ")
                .append(times.format(untilMillis))
                .append('.');
    }

    static void appendSince(StringBuilder text, String amount) {
        text.append(" Since then ").append(amount).append(" more, which may be garbage.");
    }

    private static void append(StringBuilder text, Statement.Evidence evidence, Statement statement, Times times) {
        long value = evidence.value();
        switch (evidence.basis()) {
            case SURVIVED_COLLECTIONS, COLLECTIONS_BEFORE_IT_GREW, COLLECTIONS_UNKNOWN ->
                appendCollections(text, evidence);
            case YOUNGER_THAN_NANOS ->
                text.append(" All its blocks are younger than ")
                        .append(Ages.format(value))
                        .append('.');
            case SINCE_COLLECTION -> appendSince(text, isCount(statement) ? Scale.group(value) : Amounts.format(value));
            case MAY_BE_CACHE -> text.append(" A cache that fills grows likewise.");
            case EXPLAINED_PERCENT -> appendExplained(text, value, statement);
            case TRACKED_PERCENT -> {
                if (value > 0) {
                    text.append(
                                    hasHeap(statement)
                                            ? " Tracked memory and the Java heap explain "
                                            : " Tracked memory and a larger Java heap explain ")
                            .append(value >= 100 ? "all" : value + " %")
                            .append(" of it.");
                } else if (!hasHeap(statement)) {
                    text.append(" Nothing that is tracked explains it.");
                }
            }
            case HEAP_FIRST_USED_BYTES ->
                text.append(" The Java heap was used for the first time: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case CLASSES_AND_CODE_BYTES ->
                text.append(" Class metadata and compiled code: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case FILE_PAGES_BYTES ->
                text.append(" Pages of files: at most ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case COMMANDS_BYTES ->
                text.append(" Commands of nmt took ")
                        .append(Amounts.format(value))
                        .append(" beside that.");
            case PART_BYTES ->
                text.append(' ')
                        .append(SafeText.name(evidence.name()))
                        .append(" grew most: ")
                        .append(Amounts.format(value))
                        .append(" of it.");
            case STACKS -> text.append(" From ").append(Scale.group(value)).append(" call stacks.");
            case MOST_FROM_PERCENT ->
                text.append(" About ")
                        .append(value)
                        .append(" % of its growth is from ")
                        .append(SafeText.name(evidence.name()))
                        .append('.');
            case NO_LINE_ROSE ->
                text.append(
                        value == 0
                                ? " Its line of code is unknown: none was sampled."
                                : " Its line of code is unknown: none of " + Scale.group(value) + " rose with it.");
            case MORE ->
                text.append(' ')
                        .append(Amounts.format(value))
                        .append(" more than ")
                        .append(Ages.format(statement.evidence(Basis.MORE_IN_NANOS)))
                        .append(" ago, start unknown.");
            case CHANGED_BY_COLLECTOR, CHANGED_BY_ARCHIVE, CHANGED_BY_JDK, CHANGED_HEAP ->
                text.append(' ')
                        .append(SafeText.name(evidence.name()))
                        .append(": ")
                        .append(Amounts.change(value))
                        .append('.');
            case CHANGED_BY_GROWTH ->
                text.append(" Growth within B: ").append(Amounts.change(value)).append('.');
            case HEAP_LIMIT_BEFORE ->
                text.append(" The heap's limit was ")
                        .append(Amounts.format(value))
                        .append('.');
            case HEAP_LIMIT_AFTER ->
                text.append(" It is ").append(Amounts.format(value)).append('.');
            case GREW_UNTIL_MILLIS -> appendGrew(text, value, statement, times);
            case DELETED_BYTES, CLEAN_BYTES, CHANGED_BYTES, SHARED_BYTES, PRIVATE_BYTES ->
                text.append(' ').append(ResidentText.sentence(statement, evidence, times));
            case MAY_HOLD_PER_MINUTE ->
                text.append(" RSS grows by ").append(Amounts.format(value)).append("/min that nothing else explains.");
            default -> {}
        }
    }

    private static void appendExplained(StringBuilder text, long percent, Statement statement) {
        boolean isCategory = statement.subject().type() == SubjectType.CATEGORY;
        String by = isCategory
                ? " Its lines of code"
                : hasHeap(statement) ? " The statements above and the heap's first use" : " The statements above";
        if (percent == 0) {
            text.append(hasHeap(statement) ? "" : " Nothing that is tracked explains it.");
        } else if (percent >= 100 && !isCategory) {
            text.append(by).append(" may explain all of it.");
        } else {
            text.append(by)
                    .append(isCategory ? " explain " : " explain at most ")
                    .append(Math.min(percent, 100))
                    .append(" % of it.");
        }
    }

    private static boolean hasHeap(Statement statement) {
        return statement.evidence(Basis.HEAP_FIRST_USED_BYTES) != Statement.UNKNOWN;
    }

    private static String ofProcess(Statement statement) {
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

    private static void appendOfProcess(List<String> sentences, Statement statement) {
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
