package io.nmt.jmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Statement;
import io.nmt.report.model.Urgency;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.page.RecordedVerdicts;
import io.nmt.testkit.plants.FixedCourse;
import io.nmt.testkit.plants.FixedPlant;
import io.nmt.testkit.plants.FixedPlants;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/** The rules as a column of the truth table: of recordings of its plants they tell what all other surfaces tell. */
class TruthTableTest {
    private static final String NOTHING = "NORMAL growth";
    private static final List<NativeMemoryRule> RULES = List.of(new NativeMemoryLeakRule(), new UntrackedGrowthRule());

    static Stream<FixedPlant> plants() {
        return FixedPlants.all().filter(FixedCourse::isLongEnough);
    }

    private static List<IResult> results(RecordedVerdicts verdicts) {
        return RULES.stream()
                .map(rule -> rule.result(Optional.of(verdicts), IPreferenceValueProvider.DEFAULT_VALUES))
                .toList();
    }

    private static List<String> lines(IResult result) {
        List<String> lines = new ArrayList<>(List.of(result.getSummary()));
        if (result.getExplanation() != null) {
            result.getExplanation().lines().forEach(lines::add);
        }
        return lines;
    }

    @ParameterizedTest
    @MethodSource("plants")
    void rulesTellTheSame(FixedPlant plant) {
        List<IResult> results = results(RecordedVerdicts.of(FixedCourse.of(plant), ZoneOffset.UTC));
        Set<String> told = new LinkedHashSet<>();
        results.forEach(result -> lines(result).forEach(line -> told.add(line.substring(0, line.indexOf(": ")))));
        if (!plant.expected().contains(NOTHING)) {
            told.remove(NOTHING); // of the other rule, which has nothing to tell
        }

        assertThat(told).containsExactlyInAnyOrderElementsOf(plant.expected());
        List<Statement> statements =
                RecordedPast.of(FixedCourse.of(plant)).growth().statements();
        assertThat(statements).extracting(FixedPlant::named).containsExactlyElementsOf(plant.expected());
        assertThat(results.stream().anyMatch(result -> result.getSeverity() == Severity.WARNING))
                .isEqualTo(statements.stream().anyMatch(statement -> statement.urgency() == Urgency.WARNING));
    }
}
