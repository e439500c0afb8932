package io.nmt.report.page;

import io.nmt.report.model.Judgement;
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

    static Card of(Judgement judgement, String target) {
        return new Card(judgement.urgency(), judgement.text(), target);
    }
}
