package io.nmt.agent.commands;

import io.nmt.core.model.Leaks;
import io.nmt.core.model.Sampling;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.document.SiteReport;
import io.nmt.report.judge.Verdicts;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Urgency;
import io.nmt.report.page.Card;
import io.nmt.report.page.Suspect;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.HistoryReport;
import io.nmt.report.reading.ResidentHistory;
import io.nmt.report.reading.ResidentReading;
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
        String garbage = UncollectedBuffers.noteOn(leaks);
        String untracked = ResidentNotes.takeAndCompare(leaks);
        List<Card> cards = of(
                history,
                leaks,
                sampling,
                resident,
                last,
                suspects,
                garbage,
                untracked,
                resident == null ? List.of() : ResidentHistory.readings(),
                ZoneId.systemDefault());
        if (resident != null) {
            ResidentHistory.add(resident);
        }
        return cards;
    }

    /**
     * Makes the cards of given values.
     *
     * @param garbage a note on what grows and may be garbage
     * @param untracked a note on resident memory beside what is tracked
     * @param earlier readings of resident memory
     */
    static List<Card> of(
            HistoryReading history,
            Leaks leaks,
            Sampling sampling,
            ResidentReading resident,
            MemoryReading last,
            List<Suspect> suspects,
            String garbage,
            String untracked,
            List<ResidentHistory.Reading> earlier,
            ZoneId zone) {
        List<Card> cards = new ArrayList<>();
        for (Suspect suspect : suspects) {
            cards.add(new Card(Urgency.WARNING, suspect.sentence(), SUSPECTS));
        }
        if (suspects.isEmpty()) {
            add(cards, List.of(SiteReport.withoutSuspects(leaks, sampling)), SUSPECTS);
        }
        add(cards, garbage, SUSPECTS);
        add(cards, untracked, WATERFALL);
        if (!last.pools().isEmpty()) {
            add(cards, PoolFindings.judgements(last.pools()), "#pools");
        }
        add(cards, HandleFindings.judgements(last.handles(), false), "#handles");
        List<Judgement> risen = new ArrayList<>(HistoryReport.judgements(history, zone));
        risen.removeIf(judgement ->
                suspects.stream().anyMatch(suspect -> suspect.sentence().contains(judgement.text())));
        add(cards, risen, TIMELINE);
        if (resident == null) {
            cards.add(
                    new Card(Urgency.UNKNOWN, "Where resident memory is cannot be told: that needs Linux.", WATERFALL));
        } else {
            add(cards, Verdicts.judgements(resident, earlier), WATERFALL);
            // Without an earlier reading of its parts, the history tells of RSS as a whole.
            if (!earlier.isEmpty() || history.isTooEarly()) {
                boolean rises = !HistoryReport.ofFigure(history, HistoryFigure.RSS, zone)
                        .isEmpty();
                cards.add(new Card(
                        earlier.isEmpty() ? Urgency.UNKNOWN : Urgency.NOTE,
                        Verdicts.basis(resident, earlier, rises),
                        WATERFALL));
            }
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
