package io.nmt.report.page;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import java.util.Comparator;
import java.util.List;

/**
 * A verdict, as the page has it at its top. Immutable.
 *
 * @param urgency of it
 * @param text a sentence or more
 * @param target the part of the page that has the figures, such as {@code #waterfall}
 */
public record Card(Urgency urgency, String text, String target) {
    /** The order of a page. */
    public static final Comparator<Card> MOST_URGENT_FIRST = Comparator.comparingInt(
            card -> List.of(Urgency.URGENT, Urgency.WARNING, Urgency.UNKNOWN, Urgency.NOTE, Urgency.GOOD)
                    .indexOf(card.urgency));

    /**
     * A statement as a card.
     *
     * @param statement to be told
     * @param times of the reader
     * @return it leads to the part of the page that has its figures
     */
    public static Card of(Statement statement, Times times) {
        String target = switch (statement.subject().type()) {
            case SITE -> "#suspects";
            case HANDLE -> "#handles";
            case CATEGORY, PROCESS -> "#timeline";
            case COMPONENT, FILE, CGROUP, COUNT, THREAD, LOADER -> "#waterfall";
            case FIGURE -> statement.next() == Statement.Next.RSS ? "#waterfall" : "#timeline";
        };
        return of(StatementText.judgement(statement, times), target);
    }

    static Card of(Judgement judgement, String target) {
        return new Card(judgement.urgency(), judgement.text(), target);
    }
}
