package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.TrackedMemory;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Reports say what this system's JDK does not let the agent track. */
@Isolated("What is told is the same for all threads.")
class NotTrackedTest {
    @AfterEach
    void forget() {
        TrackedPart.lacks(List.of());
    }

    @Test
    void inTextAndJson() {
        TrackedPart.lacks(List.of(new NotTracked("Mapped File", "no sun.nio.ch.Dispatcher.map0", false)));

        assertThat(ReportText.of(SummaryReport.of(TrackedMemory.snapshot()), Scale.B))
                .contains("Not fully tracked: Mapped File (no sun.nio.ch.Dispatcher.map0).\n");
        assertThat(ReportJson.of(SummaryReport.of(TrackedMemory.snapshot())))
                .contains(",\"notTracked\":[\"Mapped File\"]");
    }

    @Test
    void inEventsAndBeans() {
        assertThat(TrackedPart.coverage().notTrackedNames()).isEmpty();

        TrackedPart.lacks(
                List.of(new NotTracked("Mapped File", "no a.b", false), new NotTracked("Zip", "no c.d", false)));

        assertThat(TrackedPart.coverage().notTrackedNames()).isEqualTo("Mapped File, Zip");
    }

    /** In one line, in text and where figures of bytes are; by name in events. */
    @Test
    void whatAnOptionLeavesOut() {
        TrackedPart.lacks(NotTracked.leftOut("Unsafe"));
        TrackedPart.lacks(new NotTracked("Mapped File", "no a.b", false));
        TrackedPart.lacks(NotTracked.leftOut("Zip"));
        Coverage coverage = TrackedPart.coverage();

        assertThat(ReportText.of(SummaryReport.of(TrackedMemory.snapshot()), Scale.B))
                .containsPattern("Current figures: exact but .*for what is not tracked \\(")
                .contains("Not tracked: Unsafe, Zip (left out by option categories).\n");
        assertThat(CoverageLines.of(coverage, Instant.now())).isEqualTo("""
            Not tracked: Unsafe, Zip (left out by option categories).
            Not fully tracked: Mapped File (no a.b).
            """);
        assertThat(ReportJson.of(new Report(List.of(CoverageLines.facts(coverage)))))
                .startsWith("{\"notTracked\":[\"Unsafe\",");
        assertThat(ReportJson.of(new Report(List.of(CoverageLines.facts(Coverage.UNKNOWN)))))
                .isEqualTo("{}");
        assertThat(coverage.notTrackedNames()).isEqualTo("Unsafe, Mapped File, Zip");
    }

    @Test
    void recordingsHaveTheReasons() {
        List<NotTracked> all = List.of(
                NotTracked.leftOut("Unsafe"),
                NotTracked.ofLostHooks("Zip", "from 10:00 to 11:00: a; b"),
                NotTracked.ofFullList("a's, b's", 7, 9),
                new NotTracked("Mapped File", "no a.b", false),
                new NotTracked("JNA", "", false));
        String reasons = new Coverage(true, null, all).notTrackedReasons();

        assertThat(reasons)
                .startsWith("Unsafe (left out by option categories); Zip (hooks missing from 10:00 to 11:00: a, b); ");
        List<NotTracked> read = Coverage.ofReasons(reasons, false);
        assertThat(read).hasSize(5);
        assertThat(read.get(0)).isEqualTo(all.get(0));
        assertThat(read.get(1).lostHooks()).isTrue();
        assertThat(read.subList(2, 5)).isEqualTo(all.subList(2, 5));
        assertThat(Coverage.ofReasons("", false)).isEmpty();
    }

    @Test
    void nothingIsSaidWhereAllIsTracked() {
        assertThat(ReportText.of(SummaryReport.of(TrackedMemory.snapshot()), Scale.B))
                .doesNotContain("Not tracked");
        assertThat(ReportJson.of(SummaryReport.of(TrackedMemory.snapshot()))).doesNotContain("notTracked");
    }
}
