package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.report.document.JvmParts;
import io.nmt.report.document.JvmParts.Part;
import io.nmt.report.document.Report;
import io.nmt.report.document.Table;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JVM's parts, as the last report of pressure or the last recording has them. */
class PostmortemJvmTest {
    private static final Instant STARTED = Instant.parse("2026-01-02T03:00:00Z");
    private static final String PART = "{\"part\":\"%s\",\"count\":%d,\"grownCount\":%d,\"accuracy\":\"exact\"%s}";

    private static Remains twin(String jvm) {
        return PressureReader.twin(
                Path.of("nmt-pressure-42.json"),
                "{\"time\":\"2026-01-02T03:10:00Z\",\"pid\":42,\"started\":\"" + STARTED
                        + "\",\"program\":\"app\",\"cause\":\"cgroup limit\"" + jvm + "}");
    }

    private static String jvm() {
        return ",\"jvm\":{\"oldestTime\":\"2026-01-02T03:09:10.5Z\",\"sinceNanos\":1,\"parts\":["
                + String.format(PART, "Interned strings", 5_000, 400, ",\"bytes\":83886080,\"grownBytes\":41943040")
                + "," + String.format(PART, "Methods to be compiled", 12, 9, "") + "]}";
    }

    private static Recorded recorded(Instant time) {
        Table parts = JvmParts.empty(time);
        JvmParts.add(parts, new Part("Symbols", 1L, null, 3L << 20, null, null, "exact"));
        return new Recorded(
                Path.of("app.jfr"),
                new ProcessIdentity(42, STARTED, "app", ""),
                STARTED,
                time,
                true,
                List.of(),
                null,
                List.of(),
                null,
                parts,
                null);
    }

    private static Report report(Remains... remains) {
        return PostmortemReport.of(Postmortem.of(List.of(remains)), new LeftFiles(false));
    }

    private static String text(Remains... remains) {
        return ReportText.of(report(remains), null);
    }

    @Test
    void byAReportOfPressure() {
        assertThat(text(twin(jvm())))
                .contains("Memory of the JVM by part, as of 2026-01-02T03:09:10Z\n")
                .containsPattern("Interned strings +5,000 +80 MB +\\+40 MB +exact")
                .containsPattern("Methods to be compiled +12 +\\+9 +exact");
        assertThat(ReportJson.of(report(twin(jvm())))).contains("\"grownCount\":400");
    }

    @Test
    void withoutPartsThereIsNoTable() {
        assertThat(text(twin(""))).doesNotContain("by part");
        assertThat(ReportJson.of(report(twin("")))).doesNotContain("\"jvm\"");
    }

    @Test
    void theLaterCounts() {
        assertThat(text(twin(jvm()), recorded(STARTED.plusSeconds(700))))
                .contains("Symbols", "as of 2026-01-02T03:11:40Z")
                .doesNotContain("Interned");
        assertThat(text(twin(jvm()), recorded(STARTED.plusSeconds(60))))
                .contains("Interned")
                .doesNotContain("Symbols");
        assertThat(text(twin(""), recorded(STARTED.plusSeconds(60)))).contains("Symbols");
    }

    @Test
    void aForgedTwinIsBounded() {
        String parts = ",\"jvm\":{\"parts\":["
                + "{\"part\":\"a\\u001bb\",\"bytes\":-9223372036854775808,\"accuracy\":7},".repeat(1_000) + "4]}";

        List<List<Object>> rows = ((Remains.Pressure) twin(parts)).jvm().rows();

        assertThat(rows).hasSize(100);
        assertThat(rows.get(0).get(3)).isNull();
        assertThat((String) rows.get(0).get(0)).doesNotContain("\u001b");
    }
}
