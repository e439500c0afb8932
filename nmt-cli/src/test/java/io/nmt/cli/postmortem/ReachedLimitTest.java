package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.report.document.JvmParts;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.ReportText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kill for memory that left no recording: the limit comes first. */
class ReachedLimitTest {
    private static final Instant STARTED = Instant.parse("2026-01-02T03:00:00Z");
    private static final long LIMIT = 260L << 20;

    private static String report(long bytes) {
        Statement limit = statement(
                Kind.LIMIT,
                SubjectType.CGROUP,
                "Container memory",
                bytes,
                new Evidence(Basis.CONTAINER_BYTES, LIMIT),
                new Evidence(Basis.LIMIT_PERCENT, Math.round(100.0 * bytes / LIMIT)),
                new Evidence(Basis.FULL_IN_MINUTES, 0));
        Statement heap = statement(Kind.HELD, SubjectType.COMPONENT, "Metaspace", 20 << 20);
        Pressure pressure = new Pressure(
                Path.of("nmt-pressure-42.json"),
                new ProcessIdentity(42, STARTED, "app", ""),
                STARTED.plusSeconds(60),
                "cgroup limit",
                "cgroup limit",
                bytes,
                LIMIT,
                -1,
                List.of(),
                List.of(),
                List.of(),
                List.of(heap, limit),
                JvmParts.empty(),
                List.of(),
                true);
        List<Postmortem> all = Postmortem.of(List.<Remains>of(pressure));
        return ReportText.of(PostmortemReport.of(all, new LeftFiles(false)), null);
    }

    private static Statement statement(Kind kind, SubjectType type, String name, long bytes, Evidence... evidence) {
        return new Statement(
                kind, new Subject(type, name, "", 0), bytes, 0, 1 << 20, 0, 0, List.of(evidence), Next.NONE);
    }

    @Test
    void aReachedLimitIsFirst() {
        assertThat(report(259L << 20))
                .startsWith("Process 42, app: unknown end\n"
                        + "Its memory limit was reached: at the last report its container was at 259 MB of 260 MB"
                        + " (100 %)."
                        + " Exit code 137 or the kernel's log (dmesg) tells if it was killed.\n"
                        + "LIMIT Container memory: 259 MB of 260 MB count toward a kill, 100 %")
                .contains(" The limit is reached now.\n", "- HELD Metaspace")
                .doesNotContain("- LIMIT");
    }

    @Test
    void aNearLimitIsNoReachedOne() {
        assertThat(report(240L << 20))
                .contains("Near its memory limit: at the last report its container was at 240 MB of 260 MB (92 %).")
                .contains(" The limit is reached within a minute.");
    }
}
