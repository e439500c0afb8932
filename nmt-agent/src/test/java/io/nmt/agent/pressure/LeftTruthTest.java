package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.commands.FixedAnswers;
import io.nmt.agent.commands.TruthTableTest;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Situation;
import io.nmt.cli.postmortem.LeftFiles;
import io.nmt.cli.postmortem.Postmortem;
import io.nmt.cli.postmortem.PostmortemReport;
import io.nmt.core.model.Scale;
import io.nmt.report.document.RecordingReport;
import io.nmt.report.document.Report;
import io.nmt.report.document.StatementText;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import io.nmt.testkit.plants.FixedCourse;
import io.nmt.testkit.plants.FixedPlant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A planted process's remains and its recording tell the same as the process itself. */
class LeftTruthTest {
    private static final String PLANTS = "io.nmt.agent.commands.TruthTableTest#plants";
    private static final long MB = 1 << 20;
    private static final Times TIMES = new Times(ZoneOffset.UTC, Fixed.NOW.toEpochMilli());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Crossing CROSSING =
            Crossing.of(Cause.CGROUP, "cgroup limit of /sys/fs/cgroup", 190 * MB, 200 * MB);

    @TempDir
    private Path directory;

    private static List<Statement> live(Situation process) {
        return FixedAnswers.growth(process, HistoryReading.left(process.history(), 0))
                .statements();
    }

    private static List<String> told(List<Statement> statements) {
        return StatementText.of(statements, TIMES);
    }

    @ParameterizedTest
    @MethodSource(PLANTS)
    void evidenceAndPostmortemSayTheSame(FixedPlant plant) throws IOException {
        List<Statement> statements = live(TruthTableTest.situation(plant));
        String twin = EvidenceJson.firstStep(
                CROSSING,
                Fixed.NOW,
                "report.txt",
                TerminationText.of(CROSSING, Fixed.NOW, "report.txt", GrowthEvidence.read()),
                statements);
        Path file = Files.writeString(directory.resolve("nmt-pressure-4711.json"), twin);
        LeftFiles finds = new LeftFiles(true);
        finds.look(file);
        List<Postmortem> all = Postmortem.of(finds);

        assertThat(statements).allMatch(statement -> statement.next() == Statement.Next.NONE);
        assertThat(EvidenceReport.text(EvidenceReport.of(statements, Fixed.NOW.toEpochMilli())))
                .contains(String.join("\n", told(statements)));
        assertThat(ReportText.of(PostmortemReport.of(all, finds), null))
                .contains(String.join("\n", told(statements)) + "\n");
        JsonNode evidence = JSON.readTree(twin).get("statements");
        assertThat(evidence).hasSameSizeAs(statements);
        assertThat(JSON.readTree(ReportJson.of(PostmortemReport.of(all, finds))).at("/processes/0/statements"))
                .isEqualTo(evidence);
    }

    @ParameterizedTest
    @MethodSource(PLANTS)
    void aRecordingSaysTheSame(FixedPlant plant) throws IOException {
        Situation process = TruthTableTest.situation(plant);
        if (!FixedCourse.isLongEnough(plant)) {
            return;
        }
        RecordedCourse course = FixedCourse.of(plant);
        List<Statement> statements = RecordedPast.of(course).growth().statements();

        assertThat(statements)
                .extracting(LeftTruthTest::withoutError)
                .containsExactlyElementsOf(
                        live(process).stream().map(LeftTruthTest::withoutError).toList());
        assertThat(statements).allMatch(statement -> statement.next() == Statement.Next.NONE);
        Report report = RecordingReport.of(course.memory(), statements, 10, false);
        String text = ReportText.of(report, Scale.MB, ZoneOffset.UTC, 0);
        assertThat(text.indexOf(String.join("\n", told(statements)) + "\n"))
                .isBetween(0, text.indexOf("Native memory outside the Java heap"));
        JsonNode json = JSON.readTree(ReportJson.of(report)).get("statements");
        assertThat(json).hasSameSizeAs(statements);
        for (int i = 0; i < json.size(); i++) {
            assertThat(json.get(i).get("text").asText())
                    .endsWith(told(statements)
                            .get(i)
                            .substring(statements.get(i).kind().name().length()));
        }
    }

    /** A recording's sites have standard errors; those of the plants have none. */
    private static String withoutError(Statement statement) {
        return statement.kind() + " " + statement.subject().name() + " " + statement.perMinute() + " since "
                + statement.sinceMillis() + " " + statement.evidence();
    }
}
