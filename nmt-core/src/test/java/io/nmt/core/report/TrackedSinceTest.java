package io.nmt.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import io.nmt.core.tracker.LateStart;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a JVM to which the agent was attached late. */
class TrackedSinceTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final Instant TIME = Instant.parse("2026-11-22T10:32:05.678Z");
    private static final LateStart LATE = new LateStart(TIME, 7, 25 * MINUTE);

    @Test
    void sinceWhenAndHowLate() {
        assertThat(TrackedSince.lines(LATE, 7 + 3 * MINUTE)).isEqualTo("""
                        Tracked since 2026-11-22T10:32:05Z (3 min ago), 25 min after the JVM's start:
                          what was allocated before is not in these figures.
                        """);
        assertThat(TrackedSince.lines(new LateStart(TIME, 7, LateStart.UNKNOWN), 7))
                .startsWith("Tracked since 2026-11-22T10:32:05Z (0 s ago), some time after the JVM's start:\n");
        assertThat(TrackedSince.lines(25 * MINUTE)).isEqualTo("""
                        Tracked since 25 min after the JVM's start:
                          what was allocated before is not in these figures.
                        """);
        assertThat(TrackedSince.lines(Long.MIN_VALUE)).startsWith("Tracked since some time after the JVM's start:\n");
        assertThat(TrackedSince.lines(0)).isEmpty();
        StringBuilder json = new StringBuilder();
        TrackedSince.appendJson(json, LATE);
        assertThat(json)
                .hasToString(
                        ",\"trackedSince\":\"2026-11-22T10:32:05.678Z\",\"jvmAgeWhenTrackedNanos\":" + 25 * MINUTE);
    }

    @Test
    void exactIsOnlyWhatWasAllocatedSince() {
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        Snapshot snapshot = new Snapshot(TIME, List.of(), total, true, 0, 0, 0);
        assertThat(TextReport.of(snapshot, Scale.KB, TrackedSince.lines(LATE, 7)))
                .contains("\nTracked since 2026-11-22T10:32:05Z (0 s ago), ")
                .contains("\nCurrent figures: exact, of what was allocated since then (while threads are busy, ");
        assertThat(TextReport.of(snapshot, Scale.KB, ""))
                .doesNotContain("Tracked since")
                .contains("\nCurrent figures: exact (while threads are busy, ");
    }

    @Test
    void nothingIsSaidOfOtherJvms() {
        assertThat(TrackedSince.lines()).isEmpty();
        assertThat(JsonReport.of(
                        new Snapshot(TIME, List.of(), new CategoryUsage("Total", 0, 0, 0, 0, 0, 0), true, 0, 0, 0)))
                .doesNotContain("trackedSince");
    }
}
