package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Snapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A list that has come to its bound is told, and leaves the figures of bytes exact. */
class FullListTest {
    private static final NotTracked FULL = NotTracked.ofFullList("a's, b's and c's", 3616, 16384);

    private static Snapshot snapshot(NotTracked... notTracked) {
        CategoryUsage nothing = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        return new Snapshot(
                Instant.EPOCH,
                List.of(),
                nothing,
                false,
                0,
                0,
                0,
                0,
                0,
                Snapshot.UNKNOWN,
                new Coverage(true, null, List.of(notTracked)));
    }

    @Test
    void figuresStayExact() {
        assertThat(ReportText.of(SummaryReport.of(snapshot(FULL)), Scale.B))
                .contains("Current figures: exact (")
                .contains("\nNot listed: a's, b's and c's (3,616 beyond 16,384, the bound for this heap).\n");
    }

    @Test
    void besideWhatIsNotTrackedTheyDoNot() {
        assertThat(ReportText.of(SummaryReport.of(snapshot(FULL, new NotTracked("Zip", "no a.b", false))), Scale.B))
                .contains("Current figures: exact but for what is not tracked (");
    }

    @Test
    void programsReadTheSame() {
        assertThat(ReportJson.of(SummaryReport.of(snapshot(FULL))))
                .contains("\"notTracked\":[\"List of a's, b's and c's\"]")
                .contains("\"notTrackedWhy\":[\"3,616 beyond 16,384, the bound for this heap\"]");
    }

    @Test
    void aRecordingKeepsItsNameWhole() {
        String name = new Coverage(true, null, List.of(FULL)).notTrackedNames();
        assertThat(name).isEqualTo("List of a's and b's and c's");
        assertThat(new NotTracked(name, "", true).isOfFullList()).isTrue();
        assertThat(new NotTracked(name, "", true).sentence()).isEqualTo("Not listed: a's and b's and c's.");
    }
}
