package io.nmt.agent.commands;

import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.judge.Growth;
import io.nmt.report.judge.ResidentJudge;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import io.nmt.report.page.Card;
import io.nmt.report.past.History;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.ResidentReading;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Makes the cards of this process's page, the most urgent first. */
final class ProcessCards {
    private static final String WATERFALL = "#waterfall";

    private ProcessCards() {}

    static List<Card> of(Growth growth, ResidentReading resident, MemoryReading last) {
        return of(
                growth,
                resident,
                last,
                History.ofProcess().resident().lastHour(),
                new Times(ZoneId.systemDefault(), System.currentTimeMillis()));
    }

    /**
     * Makes the cards of given values.
     *
     * @param earlier readings of resident memory
     */
    static List<Card> of(
            Growth growth, ResidentReading resident, MemoryReading last, List<ResidentPoint> earlier, Times times) {
        List<Card> cards = new ArrayList<>();
        List<Statement> statements = growth.statements();
        if (resident != null) {
            statements = ResidentJudge.merged(statements, ResidentJudge.of(resident, earlier, statements));
        }
        statements.forEach(statement -> cards.add(Card.of(statement, times)));
        if (!last.pools().isEmpty()) {
            add(cards, PoolFindings.judgements(last.pools()), "#pools");
        }
        add(cards, HandleFindings.judgements(last.handles(), false), "#handles");
        if (resident == null) {
            cards.add(new Card(Urgency.UNKNOWN, "UNKNOWN resident memory: it needs Linux.", WATERFALL));
        }
        cards.sort(Card.MOST_URGENT_FIRST);
        return cards;
    }

    private static void add(List<Card> cards, List<Judgement> judgements, String target) {
        for (Judgement judgement : judgements) {
            cards.add(new Card(judgement.urgency(), judgement.text(), target));
        }
    }
}
