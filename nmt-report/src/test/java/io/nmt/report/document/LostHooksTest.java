package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Figures of categories whose hooks were missing are unknown from then on. */
@Isolated("What is told is the same for all threads.")
class LostHooksTest {
    private static final String CAUSE = "a.B was without them";

    @AfterEach
    void forget() {
        TrackedPart.lacks(List.of());
    }

    @Test
    void areToldOnceForEachCause() {
        TrackedPart.lacks(new NotTracked("Zip", "no a.b", false));
        TrackedPart.lost(List.of("Unsafe", "Zip"), "since 10:00", CAUSE);
        TrackedPart.lost(List.of("Unsafe", "Zip"), "from 10:00 to 10:01", CAUSE);

        assertThat(TrackedPart.coverage().notTracked())
                .containsExactly(
                        new NotTracked("Zip", "no a.b", false),
                        NotTracked.ofLostHooks("Unsafe", "from 10:00 to 10:01: " + CAUSE),
                        NotTracked.ofLostHooks("Zip", "from 10:00 to 10:01: " + CAUSE));
        assertThat(TrackedPart.coverage().notTrackedNames()).isEqualTo("Zip, Unsafe");
    }

    @Test
    void makeFiguresUnknown() {
        TrackedPart.lost(List.of("Unsafe"), "since 10:00", CAUSE);

        assertThat(ReportText.of(SummaryReport.of(snapshot()), Scale.B))
                .contains("Current figures: unknown where hooks were missing (see below), else exact (")
                .contains("Not fully tracked: Unsafe (hooks missing since 10:00: a.B was without them).\n");
        assertThat(ReportJson.of(SummaryReport.of(snapshot())))
                .contains("\"notTrackedWhy\":[\"hooks missing since 10:00: a.B was without them\"]");
    }

    @Test
    void whatIsNotTrackedForAnotherReasonIsAnException() {
        TrackedPart.lacks(new NotTracked("Zip", "no a.b", false));

        assertThat(ReportText.of(SummaryReport.of(snapshot()), Scale.B))
                .contains("Current figures: exact but for what is not tracked (");
    }

    /** Without blocks: other tests of this JVM leave some that are not tracked. */
    private static Snapshot snapshot() {
        CategoryUsage nothing = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        return new Snapshot(
                Instant.EPOCH, List.of(), nothing, false, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, TrackedPart.coverage());
    }
}
