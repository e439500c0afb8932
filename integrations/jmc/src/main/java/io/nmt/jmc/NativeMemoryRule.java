package io.nmt.jmc;

import io.nmt.report.model.Judgement;
import io.nmt.report.model.Urgency;
import io.nmt.report.page.RecordedVerdicts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.AbstractRule;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * A rule that tells some of the verdicts on native memory, in the words of the agent's reports. The worst decides:
 * urgent is a score of 95, a warning 80, what cannot be told 30 or, where the recording is too short for it, no score
 * at all; what is well, or explains a figure, 0. Recordings without events of native memory tracking are ignored: were
 * these required, the engine would say "not applicable" of each recording without the agent.
 */
abstract class NativeMemoryRule extends AbstractRule {
    private static final String TOPIC = "native_memory";
    private static final double URGENT = 95;
    private static final double WARNING = 80;
    private static final double UNKNOWN = 30;

    private final Function<RecordedVerdicts, List<Judgement>> about;
    private final String notRecorded;
    private final String solution;

    /**
     * A rule.
     *
     * @param id that no other rule has
     * @param name for people
     * @param about what it tells
     * @param notRecorded what there is to say if the recording does not tell of it
     * @param solution what to do
     */
    NativeMemoryRule(
            String id,
            String name,
            Function<RecordedVerdicts, List<Judgement>> about,
            String notRecorded,
            String solution) {
        super(id, name, TOPIC, List.of(), List.of(TypedResult.SCORE), Map.of());
        this.about = about;
        this.notRecorded = notRecorded;
        this.solution = solution;
    }

    @Override
    protected IResult getResult(
            IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider results) {
        return result(RecordingVerdicts.of(items), preferences);
    }

    /** Tells what was judged of a recording; nothing if that has no events of native memory tracking. */
    IResult result(Optional<RecordedVerdicts> verdicts, IPreferenceValueProvider preferences) {
        ResultBuilder result = ResultBuilder.createFor(this, preferences);
        if (verdicts.isEmpty()) {
            return result.setSeverity(Severity.IGNORE)
                    .setSummary("The recording has no events of native memory tracking, or those of two processes.")
                    .build();
        }
        List<Judgement> judgements = about.apply(verdicts.get()).stream()
                .sorted((one, other) -> compare(one.urgency(), other.urgency()))
                .toList();
        if (judgements.isEmpty()) {
            return result.setSeverity(Severity.NA).setSummary(notRecorded).build();
        }
        Urgency worst = judgements.get(0).urgency();
        if (worst == Urgency.UNKNOWN && !verdicts.get().told()) {
            return result.setSeverity(Severity.NA).setSummary(text(judgements)).build();
        }
        double score = score(worst);
        result.setSeverity(Severity.get(score))
                .addResult(TypedResult.SCORE, UnitLookup.NUMBER_UNITY.quantity(score))
                .setSummary(escaped(judgements.get(0).text()));
        if (judgements.size() > 1) {
            result.setExplanation(text(judgements.subList(1, judgements.size())));
        }
        if (score >= WARNING) {
            result.setSolution(solution);
        }
        return result.build();
    }

    /** The worst first. */
    private static int compare(Urgency one, Urgency other) {
        return Double.compare(score(other), score(one));
    }

    private static double score(Urgency urgency) {
        return switch (urgency) {
            case URGENT -> URGENT;
            case WARNING -> WARNING;
            case UNKNOWN -> UNKNOWN;
            case NOTE, GOOD -> 0;
        };
    }

    private static String text(List<Judgement> judgements) {
        return judgements.stream().map(judgement -> escaped(judgement.text())).collect(Collectors.joining("\n"));
    }

    /** Mission Control shows texts as HTML, and replaces what is in braces. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("{", "&#123;")
                .replace("}", "&#125;");
    }
}
