package io.nmt.report.document;

import io.nmt.core.model.Scale;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.util.ArrayList;
import java.util.List;

/** The sentences of judgements: the one place where they are made. Pure functions. */
public final class StatementText {
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
            case PROCESS -> ProcessText.append(sentences, statement);
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
            return ProcessText.answer(statement);
        }
        if (statement.subject().type() == SubjectType.THREAD) {
            return ThreadText.answer(statement, by(statement), times);
        }
        if (statement.subject().type() == SubjectType.HANDLE && statement.kind() == Statement.Kind.NORMAL) {
            return Scale.group(statement.amount()) + " native handles not closed: no line of code keeps opening them.";
        }
        if (statement.subject().type() == SubjectType.LOADER) {
            return LoaderText.answer(statement, by(statement), times);
        }
        long rssChange = statement.evidence(Basis.RSS_CHANGE);
        if (rssChange != Statement.UNKNOWN) {
            return statement.subject().name() + " (estimate): " + Amounts.change(statement.amount())
                    + ". RSS changed by " + Amounts.change(rssChange) + ".";
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
            EvidenceText.append(text, evidence, statement, times);
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
}
