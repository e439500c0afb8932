package io.nmt.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.TrackedMemory;
import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.NotTracked;
import io.nmt.core.model.Scale;
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

        assertThat(TextReport.of(TrackedMemory.snapshot(), Scale.B))
                .contains("Not tracked on this system, or not wholly: Mapped File (no sun.nio.ch.Dispatcher.map0).\n");
        assertThat(JsonReport.of(TrackedMemory.snapshot())).contains(",\"notTracked\":[\"Mapped File\"]");
    }

    @Test
    void inEventsAndBeans() {
        assertThat(TrackedPart.coverage().notTrackedNames()).isEmpty();

        TrackedPart.lacks(
                List.of(new NotTracked("Mapped File", "no a.b", false), new NotTracked("Zip", "no c.d", false)));

        assertThat(TrackedPart.coverage().notTrackedNames()).isEqualTo("Mapped File, Zip");
    }

    @Test
    void nothingIsSaidWhereAllIsTracked() {
        assertThat(TextReport.of(TrackedMemory.snapshot(), Scale.B)).doesNotContain("Not tracked");
        assertThat(JsonReport.of(TrackedMemory.snapshot())).doesNotContain("notTracked");
    }
}
