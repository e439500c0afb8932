package io.nmt.report.page;

import io.nmt.core.model.PoolReading;
import io.nmt.report.document.Amounts;
import io.nmt.report.document.HandleFindings;
import io.nmt.report.document.PoolFindings;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Component;
import io.nmt.report.model.Judgement;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The verdicts on a recording by what they are about, each with the most urgent first, in the words of the reports. An
 * empty list says that the recording does not tell of it. Immutable.
 *
 * @param leaks call sites, categories and native handles that go on rising
 * @param limits how near memory came to its limits
 * @param untracked whether RSS rises by what is not tracked
 * @param pools whether buffers of pools leak
 * @param fragmentation what malloc and pools keep and no code holds
 * @param told whether the recording is long enough to tell what goes on rising
 */
public record RecordedVerdicts(
        List<Judgement> leaks,
        List<Judgement> limits,
        List<Judgement> untracked,
        List<Judgement> pools,
        List<Judgement> fragmentation,
        boolean told) {
    // What malloc keeps is worth a word from here on: of RSS, and in all.
    private static final int MUCH_PERCENT = 25;
    private static final long MUCH_BYTES = 64L << 20;
    private static final int PERCENT = 100;

    /** As they were found: copied. */
    public RecordedVerdicts {
        leaks = List.copyOf(leaks);
        limits = List.copyOf(limits);
        untracked = List.copyOf(untracked);
        pools = List.copyOf(pools);
        fragmentation = List.copyOf(fragmentation);
    }

    /**
     * Judges a recording.
     *
     * @param course what it tells, native memory tracking among it
     * @param zone of the times in sentences
     * @return the verdicts
     */
    public static RecordedVerdicts of(RecordedCourse course, ZoneId zone) {
        MemoryReading last = course.memory().last();
        RecordedPast past = RecordedPast.of(course);
        PoolReading pools = last.pools();
        boolean withPools = pools != null && !pools.isEmpty();
        List<Judgement> leaks = new ArrayList<>();
        List<Judgement> untracked = new ArrayList<>();
        Times times = new Times(zone, past.history().endMillis());
        Growth growth = past.growth();
        for (Statement statement : growth.statements()) {
            if (statement.subject().type() != SubjectType.PROCESS) {
                boolean ofProcess = statement.subject().type() == SubjectType.FIGURE
                        || statement.subject().type() == SubjectType.COUNT;
                (ofProcess ? untracked : leaks).add(StatementText.judgement(statement, times));
            }
        }
        if (leaks.isEmpty()) {
            leaks.add(StatementText.judgement(growth.otherwiseTracked(), times));
        }
        if (untracked.isEmpty()) {
            untracked.add(StatementText.judgement(growth.otherwise(), times));
        }
        leaks.addAll(HandleFindings.judgements(last.handles(), true));
        List<Judgement> limits = new ArrayList<>(RecordedCards.limits(course, past, zone));
        List<Judgement> fragmentation = new ArrayList<>(kept(past.statements(), last.resident(), times));
        if (withPools) {
            limits.addAll(PoolFindings.limits(pools));
            fragmentation.addAll(PoolFindings.fragmentation(pools));
        }
        return new RecordedVerdicts(
                sorted(leaks),
                sorted(limits),
                sorted(untracked),
                withPools ? sorted(PoolFindings.leaks(pools)) : List.of(),
                sorted(fragmentation),
                !past.history().isTooEarly());
    }

    private static List<Judgement> sorted(List<Judgement> judgements) {
        return judgements.stream()
                .sorted(Comparator.comparing(judgement -> Card.of(judgement, ""), Card.MOST_URGENT_FIRST))
                .toList();
    }

    private static List<Judgement> kept(List<Statement> statements, ResidentMemory resident, Times times) {
        if (resident == null) {
            return List.of();
        }
        ResidentLine free = resident.line(Component.MALLOC_FREE.label());
        long percent = PERCENT * free.residentBytes() / Math.max(1, resident.rssBytes());
        boolean much = percent >= MUCH_PERCENT && free.residentBytes() >= MUCH_BYTES;
        for (Statement statement : statements) {
            if (statement.kind() == Statement.Kind.RETAINED) {
                String text = StatementText.judgement(statement, times).text();
                return List.of(new Judgement(much ? Urgency.WARNING : Urgency.GOOD, text));
            }
        }
        return List.of(new Judgement(
                much ? Urgency.WARNING : Urgency.GOOD,
                "RETAINED " + Amounts.format(free.residentBytes()) + " by malloc after free, " + percent + " % of RSS"
                        + (much ? ": fragmentation, or a peak that is over. Not a leak." : ".")));
    }
}
