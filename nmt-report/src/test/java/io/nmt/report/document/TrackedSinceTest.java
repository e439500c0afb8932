package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words on a JVM to which the agent was attached late. */
class TrackedSinceTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final Instant TIME = Instant.parse("2026-11-22T10:32:05.678Z");
    private static final LateStart LATE = new LateStart(TIME, 25 * MINUTE);

    private static String lines(LateStart start, Instant now) {
        return TrackedSince.lines(new Coverage(false, start, List.of()), now);
    }

    @Test
    void sinceWhenAndHowLate() {
        assertThat(lines(LATE, TIME.plusSeconds(180))).isEqualTo("""
            Tracked since 2026-11-22T10:32:05Z (3 min ago), 25 min after the JVM's start:
              older blocks are not in these figures.
            """);
        assertThat(lines(new LateStart(TIME, LateStart.UNKNOWN), TIME))
                .startsWith("Tracked since 2026-11-22T10:32:05Z (0 s ago), some time after the JVM's start:\n");
        assertThat(lines(new LateStart(null, 25 * MINUTE), TIME)).isEqualTo("""
            Tracked since 25 min after the JVM's start:
              older blocks are not in these figures.
            """);
        assertThat(lines(new LateStart(null, LateStart.UNKNOWN), TIME))
                .startsWith("Tracked since some time after the JVM's start:\n");
        Coverage late = new Coverage(false, LATE, List.of());
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        assertThat(ReportJson.of(SummaryReport.of(
                        new Snapshot(TIME, List.of(), total, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, late))))
                .contains(",\"trackedSince\":\"2026-11-22T10:32:05.678Z\",\"jvmAgeWhenTrackedNanos\":" + 25 * MINUTE);
    }

    @Test
    void exactIsOnlyWhatWasAllocatedSince() {
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        Coverage late = new Coverage(false, LATE, List.of());
        Snapshot snapshot = new Snapshot(TIME, List.of(), total, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, late);
        assertThat(ReportText.of(SummaryReport.of(snapshot), Scale.KB))
                .contains("\nTracked since 2026-11-22T10:32:05Z (0 s ago), ")
                .contains("\nCurrent figures: exact, for blocks since then (while threads are busy, ");
        assertThat(ReportText.of(SummaryReport.of(new Snapshot(TIME, List.of(), total, true, 0, 0, 0)), Scale.KB))
                .doesNotContain("Tracked since")
                .contains("\nCurrent figures: exact (while threads are busy, ");
    }

    @Test
    void nothingIsSaidOfOtherJvms() {
        assertThat(TrackedSince.lines(Coverage.UNKNOWN, TIME)).isEmpty();
        assertThat(ReportJson.of(SummaryReport.of(
                        new Snapshot(TIME, List.of(), new CategoryUsage("Total", 0, 0, 0, 0, 0, 0), true, 0, 0, 0))))
                .doesNotContain("trackedSince");
    }
}
