package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.HistoryReading;
import io.nmt.testkit.plants.FixedPast;
import io.nmt.testkit.plants.FixedPlant;
import io.nmt.testkit.plants.FixedPlants;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Planted processes, of which all surfaces say the same, and the truth. */
public class TruthTableTest {
    private static final long MB = 1 << 20;
    private static final int AN_HOUR = 360;
    private static final Times TIMES = new Times(ZoneOffset.UTC, Fixed.NOW.toEpochMilli());

    public static Situation situation(FixedPlant plant) {
        Situation quiet = Situations.quiet();
        return new Situation(
                plant.name(),
                quiet.snapshot(),
                quiet.details(),
                plant.lines(),
                plant.leaks(),
                quiet.pools(),
                List.of(),
                quiet.sampling(),
                quiet.resident(),
                quiet.earlier(),
                plant.past().history());
    }

    public static Stream<FixedPlant> plants() {
        return FixedPlants.all();
    }

    private static Growth growth(Situation situation) {
        return FixedAnswers.growth(situation, HistoryReading.of(situation.history(), 0));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void isTold(FixedPlant plant) {
        List<Statement> statements = growth(situation(plant)).statements();
        assertThat(statements)
                .extracting(statement ->
                        statement.kind() + " " + statement.subject().name())
                .containsExactlyElementsOf(plant.expected());
        assertThat(statements.get(0).perMinute()).isBetween(plant.perMinute() * 9 / 10, plant.perMinute() * 11 / 10);
    }

    /** The same sentences, and the same figures for scripts. */
    @ParameterizedTest
    @MethodSource("plants")
    void allSurfacesSayTheSame(FixedPlant plant) throws Exception {
        Situation situation = situation(plant);
        List<Statement> statements = growth(situation).statements();
        String page = new ObjectMapper()
                .readTree(FixedAnswers.page(situation))
                .findValuesAsText("text")
                .toString();
        for (Statement statement : statements) {
            String told = StatementText.of(statement.withNext(Statement.Next.NONE), TIMES);
            assertThat(FixedAnswers.of(situation, "leaks", "top=0")).contains(told);
            assertThat(FixedAnswers.of(situation, "history", "top=0")).contains(told);
            // The line of resident memory has the heap's growth there.
            String beside = isHeap(statement.subject().name()) ? told.substring(told.indexOf(", +")) : told;
            assertThat(FixedAnswers.of(situation, "rss", "top=0")).contains(beside);
            assertThat(page).contains(beside);
        }
        List<Statement> heapLast = new ArrayList<>(statements);
        heapLast.sort(
                Comparator.comparing(statement -> isHeap(statement.subject().name())));
        for (String command : List.of("leaks", "rss", "history")) {
            List<JsonNode> json = new ArrayList<>();
            new ObjectMapper()
                    .readTree(FixedAnswers.of(situation, command, "json", "top=0"))
                    .get("statements")
                    .forEach(json::add);
            // What rss alone tells, of resident memory.
            json.removeIf(statement -> List.of("component", "file")
                            .contains(statement.get("subject").asText())
                    && statements.stream()
                            .noneMatch(each -> each.subject()
                                    .name()
                                    .equals(statement.get("name").asText())));
            assertThat(json).as(command).hasSameSizeAs(statements);
            json.sort(Comparator.comparing(
                    statement -> isHeap(statement.get("name").asText())));
            for (int i = 0; i < json.size(); i++) {
                Statement statement = heapLast.get(i);
                assertThat(json.get(i).get("kind").asText())
                        .isEqualTo(statement.kind().name());
                JsonNode perMinute = json.get(i).path("bytesPerMinute");
                assertThat((perMinute.isMissingNode() ? json.get(i).path("perMinute") : perMinute).asLong())
                        .isEqualTo(statement.perMinute());
            }
        }
    }

    private static boolean isHeap(String name) {
        return name.equals(Growth.JAVA_HEAP);
    }

    /** A process's remains and a recording have no samples: their past says the same. */
    @ParameterizedTest
    @MethodSource("plants")
    void thePastAloneSaysTheSame(FixedPlant plant) {
        if (plant.past().points() < HistoryReading.LATELY_MILLIS / FixedPast.POINT_MILLIS) {
            return;
        }
        Situation situation = situation(plant);
        HistoryReading past = HistoryReading.left(situation.history(), 0);
        LeaksByLine noSamples = new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0));
        Growth left = Growth.of(noSamples, List.of(), past, null, past.endMillis());
        assertThat(left.statements())
                .extracting(statement ->
                        statement.kind() + " " + statement.subject().name() + " " + statement.perMinute())
                .containsExactlyElementsOf(growth(situation).statements().stream()
                        .map(statement ->
                                statement.kind() + " " + statement.subject().name() + " " + statement.perMinute())
                        .toList());
        assertThat(left.statements()).allMatch(statement -> statement.next() == Statement.Next.NONE);
    }

    /**
     * Rules for any past: parts are no more than the whole, nothing is said twice, and no statement denies another one.
     */
    @Test
    void noStatementContradictsAnotherOne() {
        Random random = new Random(1);
        for (int seed = 0; seed < 300; seed++) {
            FixedPast past =
                    FixedPast.of(20 + random.nextInt(AN_HOUR)).cache(shape(random)).index(shape(random)).stream(
                                    shape(random))
                            .heap(shape(random))
                            .others(shape(random))
                            .collections(i -> i / 100);
            List<SiteUsage> lines = new ArrayList<>(List.of(FixedPlants.holds(FixedPast.INDEX, 4 * MB)));
            if (random.nextBoolean()) {
                lines.add(FixedPlants.leaks(FixedPast.CACHE, 50 * MB, 5 * MB));
            }
            FixedPlant plant = new FixedPlant("of seed " + seed, past, lines, List.of(), 0);
            check(growth(situation(plant)), plant.name());
        }
    }

    private static void check(Growth growth, String name) {
        List<Statement> all = growth.statements();
        assertThat(all).as(name).isNotEmpty();
        assertThat(all.stream().map(Statement::subject)).as(name).doesNotHaveDuplicates();
        boolean grows = all.stream().anyMatch(Statement::grows);
        assertThat(all.stream().anyMatch(statement -> statement.subject().type() == SubjectType.PROCESS))
                .as(name)
                .isEqualTo(!grows);
        Statement rss = figure(all, "RSS");
        Statement rest = figure(all, "rest of RSS growth");
        if (rest != null) {
            assertThat(rss).as(name).isNotNull();
            assertThat(rest.perMinute()).as(name).isLessThanOrEqualTo(rss.perMinute());
            assertThat(rss.evidence(Basis.EXPLAINED_PERCENT)).as(name).isLessThan(90);
        }
        assertThat(growth.lines().leaks().suspects())
                .as(name)
                .allMatch(usage -> growth.ofLine(usage.site().id()).kind() == Kind.LEAK);
        assertThat(growth.lines().leaks().holders())
                .as(name)
                .allMatch(
                        usage -> usage.growing() == (growth.ofLine(usage.site().id()) != null));
    }

    private static Statement figure(List<Statement> all, String name) {
        return all.stream()
                .filter(statement -> statement.subject().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static IntToLongFunction shape(Random random) {
        long level = (1 + random.nextInt(100)) * MB;
        int bend = random.nextInt(200);
        long slope = random.nextInt(5) * MB / 2;
        int period = 5 + random.nextInt(40);
        return switch (random.nextInt(4)) {
            case 0 -> i -> level;
            case 1 -> i -> level + slope * i;
            case 2 -> i -> level + slope * Math.max(0, i - bend);
            default -> i -> level + slope * (i % period);
        };
    }
}
