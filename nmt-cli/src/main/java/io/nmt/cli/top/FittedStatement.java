package io.nmt.cli.top;

import io.nmt.cli.terminal.Width;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Times;
import java.util.List;

/** One line of a statement that is too long for a terminal: the answer, and the sentences that fit. Pure functions. */
final class FittedStatement {
    private static final int MIN_NAME_COLUMNS = 6;
    private static final int MIN_SITE_COLUMNS = 12;
    private static final int MIN_PLACE_COLUMNS = 24;
    /** Parts of an answer that go before names are shortened. */
    private static final List<Basis> DETAILS = List.of(
            Basis.OPEN_EXECUTORS, Basis.STACK_BYTES, Basis.NAME_PATTERNS, Basis.METASPACE_BYTES, Basis.RSS_PERCENT);

    private FittedStatement() {}

    /**
     * A statement as a line. An answer that does not fit loses the start of its growth, then errors, then details, then
     * the middle of its names.
     *
     * @param statement to be told
     * @param times of the reader
     * @param columns of the line
     * @return without a line feed; longer than the line only where the line is very short
     */
    static String of(Statement statement, Times times, int columns) {
        List<String> sentences = StatementText.sentences(statement, times);
        String answer = sentences.get(0);
        if (Width.of(answer) > columns) {
            return shortAnswer(statement, times, columns);
        }
        StringBuilder line = new StringBuilder(answer);
        for (String sentence : sentences.subList(1, sentences.size())) {
            if (Width.of(line + sentence) > columns) {
                break;
            }
            line.append(sentence);
        }
        return line.toString();
    }

    private static String shortAnswer(Statement statement, Times times, int columns) {
        Statement brief = with(statement, statement.subject(), statement.error(), statement.perMinuteError());
        String answer = StatementText.sentences(brief, times).get(0);
        if (Width.of(answer) > columns) {
            brief = with(brief, brief.subject(), 0, 0);
            answer = StatementText.sentences(brief, times).get(0);
        }
        for (Basis detail : DETAILS) {
            if (Width.of(answer) > columns) {
                brief = brief.without(detail);
                answer = StatementText.sentences(brief, times).get(0);
            }
        }
        int tooMuch = Width.of(answer) - columns;
        if (tooMuch > 0) {
            brief = with(brief, shortened(brief.subject(), tooMuch), 0, 0);
            answer = StatementText.sentences(brief, times).get(0);
        }
        return answer;
    }

    /** The names of a subject in so many columns less: first the place, then the name. */
    private static Subject shortened(Subject subject, int tooMuch) {
        String name = subject.name();
        String place = subject.category();
        boolean hasPlace = switch (subject.type()) {
            case THREAD, LOADER, HANDLE -> !place.isEmpty();
            default -> false;
        };
        if (!hasPlace) {
            return subject(subject, fitting(name, tooMuch, MIN_SITE_COLUMNS), place);
        }
        String brief = Names.fitting(place, Math.max(MIN_PLACE_COLUMNS, Width.of(place) - tooMuch));
        int left = tooMuch - (Width.of(place) - Width.of(brief));
        return subject(subject, left > 0 ? fitting(name, left, MIN_NAME_COLUMNS) : name, brief);
    }

    private static String fitting(String name, int tooMuch, int least) {
        return Names.fitting(name, Math.max(least, Width.of(name) - tooMuch));
    }

    private static Subject subject(Subject subject, String name, String place) {
        return new Subject(subject.type(), name, place, subject.id());
    }

    private static Statement with(Statement statement, Subject subject, long error, long perMinuteError) {
        return new Statement(
                statement.kind(),
                subject,
                statement.amount(),
                error,
                statement.perMinute(),
                perMinuteError,
                Statement.UNKNOWN,
                statement.evidence(),
                Statement.Next.NONE);
    }
}
