package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of a report on the accuracy of its figures. */
class ExactnessTest {
    private static final long MB = 1 << 20;

    private static Snapshot snapshot(
            long untracked,
            long unknownFrees,
            long freedElsewhere,
            long limitBytes,
            long inUseBytes,
            boolean fromStart) {
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        return new Snapshot(
                Instant.EPOCH,
                List.of(),
                total,
                true,
                untracked,
                unknownFrees,
                0,
                freedElsewhere,
                limitBytes,
                inUseBytes,
                new Coverage(fromStart, null, List.of()));
    }

    private static String report(Snapshot snapshot) {
        return ReportText.of(SummaryReport.of(snapshot), Scale.MB);
    }

    @Test
    void whatNativeCodeHasFreedIsTold() {
        assertThat(report(snapshot(0, 0, 0, 0, Snapshot.UNKNOWN, true)))
                .contains("Current figures: exact (while threads are busy, low by a moment's allocations).\n")
                .doesNotContain("Freed elsewhere");
        assertThat(report(snapshot(0, 0, 1234, 0, Snapshot.UNKNOWN, true)))
                .contains("Current figures: exact but for what native code frees (while threads are busy, low by a "
                        + "moment's allocations).\nFreed elsewhere: 1,234 blocks by native code, seen by their "
                        + "reused addresses. Others may stay in the figures.\n");
        assertThat(report(snapshot(0, 0, 0, 0, 21 * MB, true)))
                .contains(
                        "Current figures: at most: malloc has only 21 MB in use.\nFreed elsewhere: 0 blocks by native "
                                + "code, seen by their reused addresses. Others stay in the figures.\n")
                .doesNotContain("Current figures: exact");
    }

    /** Blocks that native code freed were counted for a while: a peak may be above the true one. */
    @Test
    void peaksAreNotAtLeastWhereNativeCodeFrees() {
        assertThat(report(snapshot(0, 0, 0, 0, Snapshot.UNKNOWN, true))).contains("Peaks: exact.\n");
        assertThat(report(snapshot(0, 0, 1234, 0, Snapshot.UNKNOWN, true)))
                .contains("Peaks: at most: high by what native code freed.\n");
        assertThat(report(snapshot(0, 0, 0, 0, 21 * MB, true))).contains("Peaks: at most: ");
        assertThat(report(fast(snapshot(0, 0, 1234, 0, Snapshot.UNKNOWN, true))))
                .contains("Peaks: estimates: high by what native code freed. Low by at most 1 %, ");
        assertThat(report(fast(snapshot(0, 0, 0, 0, Snapshot.UNKNOWN, true)))).contains("Peaks: at least. Low by ");
    }

    private static Snapshot fast(Snapshot exact) {
        return new Snapshot(
                exact.time(),
                exact.categories(),
                exact.total(),
                false,
                exact.untrackedBlocks(),
                exact.unknownFrees(),
                exact.overheadBytes(),
                exact.freedElsewhere(),
                exact.tableLimitBytes(),
                exact.mallocInUseBytes(),
                exact.coverage());
    }

    @Test
    void aFullTableIsTold() {
        assertThat(report(snapshot(7, 0, 0, 8 * MB, Snapshot.UNKNOWN, true)))
                .contains("The table of live blocks is full: its limit is 8 MB, an eighth of the heap's limit (-Xmx). "
                        + "Blocks beyond that are untracked.\nUntracked blocks: 7. ");
    }

    @Test
    void unknownFreesAreExplainedByHowTheProcessIsTracked() {
        assertThat(report(snapshot(0, 0, 0, 0, Snapshot.UNKNOWN, true))).contains("Unknown frees: 0.\n");
        assertThat(report(snapshot(0, 3, 0, 0, Snapshot.UNKNOWN, true)))
                .contains("Unknown frees: 3 (of native code, or of the JDK before the agent's start).\n");
        assertThat(report(snapshot(0, 300, 0, 0, Snapshot.UNKNOWN, true)))
                .contains("Unknown frees: 300 (of native code, or untracked; a few of the JDK before the agent's "
                        + "start).\n");
        assertThat(report(snapshot(0, 300, 0, 0, Snapshot.UNKNOWN, false)))
                .contains("Unknown frees: 300 (NORMAL: of blocks from before the agent's start).\n");
    }

    @Test
    void jsonHasTheFiguresBehindTheWords() throws Exception {
        JsonNode plain = new ObjectMapper()
                .readTree(ReportJson.of(SummaryReport.of(snapshot(0, 0, 0, 0, Snapshot.UNKNOWN, false))));
        assertThat(plain.get("freedElsewhere").asLong()).isZero();
        assertThat(plain.get("trackedFromStart").asBoolean()).isFalse();
        assertThat(plain.has("tableLimitBytes")).isFalse();
        assertThat(plain.has("mallocInUseBytes")).isFalse();
        JsonNode all = new ObjectMapper().readTree(ReportJson.of(SummaryReport.of(snapshot(0, 0, 5, 6, 7, true))));
        assertThat(all.get("freedElsewhere").asLong()).isEqualTo(5);
        assertThat(all.get("tableLimitBytes").asLong()).isEqualTo(6);
        assertThat(all.get("mallocInUseBytes").asLong()).isEqualTo(7);
        assertThat(all.get("trackedFromStart").asBoolean()).isTrue();
    }
}
