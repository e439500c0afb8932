package io.nmt.agent.commands;

import io.nmt.core.history.Figure;
import io.nmt.core.history.HistoryReading;
import io.nmt.core.history.HistoryReport;
import io.nmt.core.model.Judgement;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.MemoryReading;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Urgency;
import io.nmt.core.page.Card;
import io.nmt.core.page.Suspect;
import io.nmt.core.report.HandleFindings;
import io.nmt.core.report.PoolFindings;
import io.nmt.core.report.SiteReport;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentReading;
import io.nmt.core.rss.verdicts.Verdicts;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** What the state of this process means: the sentences of several commands, the most urgent first. */
final class ProcessCards {
    private static final String SUSPECTS = "#suspects";
    private static final String TIMELINE = "#timeline";
    private static final String WATERFALL = "#waterfall";

    private ProcessCards() {}

    static List<Card> of(
            HistoryReading history,
            Leaks leaks,
            Sampling sampling,
            ResidentReading resident,
            MemoryReading last,
            List<Suspect> suspects) {
        List<Card> cards = new ArrayList<>();
        for (Suspect suspect : suspects) {
            cards.add(new Card(Urgency.WARNING, suspect.sentence(), SUSPECTS));
        }
        if (suspects.isEmpty()) {
            add(cards, List.of(SiteReport.withoutSuspects(leaks, sampling)), SUSPECTS);
        }
        add(cards, UncollectedBuffers.noteOn(leaks), SUSPECTS);
        add(cards, ResidentNotes.takeAndCompare(leaks), WATERFALL);
        if (!last.pools().isEmpty()) {
            add(cards, PoolFindings.judgements(last.pools()), "#pools");
        }
        add(cards, HandleFindings.judgements(last.handles(), false), "#handles");
        List<Judgement> risen = new ArrayList<>(HistoryReport.judgements(history, ZoneId.systemDefault()));
        risen.removeIf(judgement ->
                suspects.stream().anyMatch(suspect -> suspect.sentence().contains(judgement.text())));
        add(cards, risen, TIMELINE);
        if (resident == null) {
            cards.add(
                    new Card(Urgency.UNKNOWN, "Where resident memory is cannot be told: that needs Linux.", WATERFALL));
        } else {
            List<ResidentHistory.Reading> earlier = ResidentHistory.readings();
            add(cards, Verdicts.judgements(resident, earlier), WATERFALL);
            // Without an earlier reading of its parts, the history tells of RSS as a whole.
            if (!earlier.isEmpty() || history.isTooEarly()) {
                boolean rises = !HistoryReport.ofFigure(history, Figure.RSS, ZoneId.systemDefault())
                        .isEmpty();
                cards.add(new Card(
                        earlier.isEmpty() ? Urgency.UNKNOWN : Urgency.NOTE,
                        Verdicts.basis(resident, earlier, rises),
                        WATERFALL));
            }
            ResidentHistory.add(resident);
        }
        cards.sort(Card.MOST_URGENT_FIRST);
        return cards;
    }

    private static void add(List<Card> cards, List<Judgement> judgements, String target) {
        for (Judgement judgement : judgements) {
            cards.add(new Card(judgement.urgency(), judgement.text(), target));
        }
    }

    private static void add(List<Card> cards, String note, String target) {
        if (!note.isEmpty()) {
            cards.add(new Card(Urgency.NOTE, note, target));
        }
    }
}
