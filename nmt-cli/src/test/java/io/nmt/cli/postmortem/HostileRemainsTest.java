package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that a stranger may have written, and many of them: a story ends, and has no nonsense in it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileRemainsTest {
    private static final String TIME = "2026-11-24T20:33:45Z";
    // As many as are read at most, or fewer: time grows with their square.
    private static final int FILES = Boolean.getBoolean("nmt.thorough") ? 10_000 : 2_000;

    @TempDir
    private Path directory;

    private static String twin(String time, String pid, String usage, String limit, String liveBytes) {
        String twin = """
                {"time":"%s","pid":%s,"started":"2026-11-24T20:29:02Z","program":"com.acme.Main","javaVersion":"17",
                "cause":"cgroup limit","description":"cgroup limit of /sys/fs/cgroup","usageBytes":%s,"limitBytes":%s,
                "callSites":{"sites":[{"type":"Unsafe","site":"com.acme.Leak","liveBytes":%s}]}}
                """;
        return twin.formatted(time, pid, usage, limit, liveBytes);
    }

    private Pressure read(String twin) {
        return PressureReader.twin(directory.resolve("nmt-pressure-1.json"), twin);
    }

    /** The twin has each call stack for itself, the one with most bytes first. */
    @Test
    void stacksThatLeadToOneLineAreOneSite() {
        String twin = twin(
                TIME,
                "7",
                "90",
                "100",
                "6},{\"type\":\"Unsafe\",\"site\":\"com.acme.Cache\",\"liveBytes\":"
                        + "5},{\"type\":\"Unsafe\",\"site\":\"com.acme.Leak\",\"liveBytes\":4},"
                        + "{\"type\":\"JNA\",\"site\":\"com.acme.Leak\",\"liveBytes\":3");
        assertThat(read(twin).sites())
                .containsExactly(
                        new HeldSite("Unsafe: com.acme.Leak", 10),
                        new HeldSite("Unsafe: com.acme.Cache", 5),
                        new HeldSite("JNA: com.acme.Leak", 3));
    }

    @Test
    void figuresThatThereCannotBeAreNotKnown() {
        assertThat(read(twin(TIME, "7", "90", "100", "5")))
                .extracting(Pressure::usageBytes, Pressure::limitBytes, Pressure::percent)
                .containsExactly(90L, 100L, 90L);
        assertThat(read(twin(TIME, "7", "900", "100", "5")).limitBytes()).isEqualTo(-1);
        assertThat(read(twin(TIME, "7", "-90", "-1", "-5")))
                .satisfies(one -> assertThat(one.usageBytes()).isEqualTo(-1))
                .satisfies(one -> assertThat(one.limitBytes()).isEqualTo(-1))
                .satisfies(one -> assertThat(one.sites().get(0).bytes()).isEqualTo(-1));
        assertThat(read(twin(TIME, "7", "1e300", "9223372036854775807", "1")).usageBytes())
                .isEqualTo(-1);
        assertThat(read(twin(TIME, "-1", "90", "100", "5")).process().pid()).isZero();
        assertThat(read(twin(TIME, "9223372036854775807", "90", "100", "5"))
                        .process()
                        .pid())
                .isZero();
        assertThat(read(twin("9998-01-01T00:00:00Z", "7", "90", "100", "5")).time())
                .isNull();
        assertThat(read(twin("1970-01-01T00:00:00Z", "7", "90", "100", "5")).time())
                .isNull();
        assertThat(read(twin(TIME, "7", "NaN", "100", "5"))).isNull();
    }

    @Test
    void noSentenceIsNonsense() throws IOException {
        Files.writeString(directory.resolve("a.json"), twin("9998-01-01T00:00:00Z", "-1", "-90", "0", "-5"));
        Files.writeString(directory.resolve("b.json"), twin(TIME, "7", "90000", "100", "5"));
        Files.writeString(directory.resolve("c.json"), twin(TIME, "7", "NaN", "100", "5"));
        LeftFiles finds = new LeftFiles(false);
        finds.look(directory);

        List<Postmortem> stories = Postmortem.of(finds);
        assertThat(ReportText.of(PostmortemReport.of(stories, finds), null))
                .doesNotContain("Process -", " -1", " -90", " -5", "9998", "0 %", "NaN")
                .contains("c.json was not read: it is not the JSON that the agent writes, or breaks off");
        assertThat(ReportJson.of(PostmortemReport.of(stories, finds))).doesNotContain("9998", "NaN");
    }

    @Test
    void manyFilesAreToldInATimeThatIsBounded() throws IOException {
        for (int i = 0; i < FILES / 2; i++) {
            Files.writeString(
                    directory.resolve("nmt-pressure-" + i + ".json"),
                    twin(
                            "2026-11-24T20:%02d:%02dZ".formatted(i / 60 % 60, i % 60),
                            "" + (i % (FILES / 4) + 1),
                            "90",
                            "100",
                            "5"));
            Files.writeString(
                    directory.resolve("termination-log-" + i),
                    "nmt: cgroup limit: 90B of 100B in use (90 %%) at 2026-11-24T20:%02d:%02dZ\nReport: x\n"
                            .formatted(i / 60 % 60, i % 60));
        }
        LeftFiles finds = new LeftFiles(false);
        finds.look(directory);

        assertThat(finds.remains()).hasSize(FILES);
        List<Postmortem> stories = Postmortem.of(finds);
        assertThat(stories).hasSizeGreaterThanOrEqualTo(FILES / 4);
        assertThat(ReportText.of(PostmortemReport.of(stories, finds), null).lines())
                .hasSizeLessThan(100);
    }
}
