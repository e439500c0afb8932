package io.nmt.cli.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.postmortem.Remains.HeldSite;
import io.nmt.cli.postmortem.Remains.Pressure;
import io.nmt.cli.postmortem.Remains.Recorded;
import io.nmt.report.document.JvmParts;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.ReportText;
import io.nmt.report.render.TextSpace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answer of a postmortem: told first, once, and left on a terminal. */
class PostmortemAnswerTest {
    private static final int ROWS = 24;
    private static final Instant STARTED = Instant.parse("2026-01-02T03:00:00Z");
    private static final ProcessIdentity PROCESS = new ProcessIdentity(42, STARTED, "app", "");
    private static final String LINE = "com.acme.Cache.put(Cache.java:35)";
    private static final Statement LEAK = new Statement(
            Kind.LEAK,
            new Subject(SubjectType.SITE, LINE, "Direct Buffer", 1),
            400 << 20,
            0,
            60 << 20,
            0,
            STARTED.toEpochMilli(),
            List.of(),
            Next.NONE);
    private static final Statement KILLS =
            resident(Kind.LIMIT, SubjectType.COUNT, "OOM kills in the container", 1, Basis.KILLED_FOR_MEMORY, 0);

    private static Statement resident(Kind kind, SubjectType type, String name, long amount, Basis basis, long value) {
        return new Statement(
                kind,
                new Subject(type, name, "", 0),
                amount,
                0,
                0,
                0,
                Statement.UNKNOWN,
                List.of(new Evidence(basis, value), new Evidence(Basis.MORE_IN_NANOS, 30_000_000_000L)),
                Next.NONE);
    }

    private static String report(int rows, Statement... resident) {
        return report(rows, List.of(LEAK), resident);
    }

    private static String report(int rows, List<Statement> recordedStatements, Statement... resident) {
        return report(rows, 90, recordedStatements, resident);
    }

    private static String report(
            int rows, int countedSeconds, List<Statement> recordedStatements, Statement... resident) {
        Pressure pressure = new Pressure(
                Path.of("nmt-pressure-42.json"),
                PROCESS,
                STARTED.plusSeconds(60),
                "cgroup limit",
                "cgroup limit",
                380 << 20,
                400 << 20,
                -1,
                List.of("summary 1", "summary 2", "summary 3"),
                List.of(),
                List.of(),
                List.of(resident),
                JvmParts.empty(),
                List.of(),
                true);
        Recorded recorded = new Recorded(
                Path.of("app.jfr"),
                PROCESS,
                STARTED,
                STARTED.plusSeconds(90),
                true,
                List.of(new HeldSite("Direct Buffer: " + LINE, 400 << 20)),
                STARTED.plusSeconds(90),
                recordedStatements,
                STARTED.plusSeconds(countedSeconds),
                JvmParts.empty(),
                null);
        List<Postmortem> all = Postmortem.of(List.of(pressure, recorded));
        TextSpace space = new TextSpace(80, rows, TextSpace.LEAST_NAME_COLUMNS, TextSpace.Letters.OF_ONE_COLUMN);
        return ReportText.of(PostmortemReport.of(all, new LeftFiles(true)), null, null, space);
    }

    /** The report of pressure, which was too early, had its bytes as unknown. */
    @Test
    void bytesOfALineThatLeaksAreToldOnce() {
        Statement early =
                resident(Kind.UNKNOWN, SubjectType.COMPONENT, "Direct Buffer", 329 << 20, Basis.MORE, 329 << 20);
        Statement others = resident(
                Kind.HELD, SubjectType.COMPONENT, "Direct Buffer", 50 << 20, Basis.BESIDE_GROWING_BYTES, 329 << 20);
        Statement limit =
                resident(Kind.LIMIT, SubjectType.COMPONENT, "Direct Buffer", 379 << 20, Basis.LIMIT_PERCENT, 99);

        assertThat(report(0, early)).contains("LEAK " + LINE).doesNotContain("UNKNOWN", "329 MB");
        assertThat(report(0, others)).contains("- HELD Direct Buffer: 50 MB");
        assertThat(report(0, limit)).contains("\nLIMIT Direct Buffer: 379 MB");
        assertThat(report(0, resident(Kind.UNKNOWN, SubjectType.COMPONENT, "Zip", 20 << 20, Basis.MORE, 20 << 20)))
                .contains("- UNKNOWN Zip");
    }

    /** It is counted since the container was made, and this process has lived on. */
    @Test
    void aKillThatItLivedToCountIsNotItsEnd() {
        Statement heap = resident(Kind.HELD, SubjectType.COMPONENT, "Java Heap", 20 << 20, Basis.RSS_PERCENT, 5);

        assertThat(report(0, KILLS, heap))
                .containsSubsequence(
                        "killed by the kernel for its memory (estimate)",
                        "Changes, as of",
                        "- HELD Java Heap",
                        "- LIMIT OOM kills in the container: 1. The kernel killed other processes of the container");
    }

    /** A recording that was killed has threads as of its last reading, and other figures until its end. */
    @Test
    void threadsHaveATimeOfTheirOwn() {
        Statement threads = new Statement(
                Kind.LEAK,
                new Subject(SubjectType.THREAD, "worker-N", "com.acme.Jobs.start(Jobs.java:1)", 0),
                300,
                0,
                60,
                0,
                STARTED.toEpochMilli(),
                List.of(),
                Next.NONE);

        assertThat(report(0, 70, List.of(LEAK, threads)))
                .containsSubsequence(
                        "Changes, as of 2026-01-02T03:01:30Z (times are UTC)\nLEAK " + LINE,
                        "\nThreads, class loaders and handles, as of 2026-01-02T03:01:10Z\nLEAK 300 threads worker-N");
        assertThat(report(0, 89, List.of(LEAK, threads)))
                .contains("\nLEAK 300 threads worker-N")
                .doesNotContain("Threads, class loaders");
    }

    /** A recording has the statements of its last reading, limits first. */
    @Test
    void whatARecordingHeldAndCountedIsNoAnswer() {
        Statement heap = resident(Kind.HELD, SubjectType.COMPONENT, "Java Heap", 20 << 20, Basis.RSS_PERCENT, 5);
        String whole = report(0, List.of(KILLS, LEAK, heap));

        assertThat(whole.substring(0, whole.indexOf("\nEvents")))
                .contains("LEAK")
                .doesNotContain("HELD", "LIMIT");
        assertThat(whole)
                .containsSubsequence(
                        "\nResident memory\n- HELD Java Heap: 20 MB",
                        "\n- LIMIT OOM kills in the container: 1. The kernel killed other processes");
    }

    @Test
    void theAnswerRemainsOnATerminal() {
        String whole = report(0, KILLS);
        String answer = whole.substring(0, whole.indexOf("\nEvents"));
        String shown = report(ROWS, KILLS);

        assertThat(answer)
                .startsWith("Process 42, app: killed by the kernel for its memory (estimate)\n")
                .contains("\nLEAK " + LINE, "\n  1. 400 MB Direct Buffer: " + LINE);
        assertThat(shown).isEqualTo(whole + "\n" + answer);
        assertThat(report(10, KILLS))
                .as("as much as there is room for")
                .startsWith(whole)
                .satisfies(text -> assertThat(whole + "\n" + answer).startsWith(text));
        assertThat(report(200, KILLS)).as("nothing was scrolled away").isEqualTo(whole);
    }
}
