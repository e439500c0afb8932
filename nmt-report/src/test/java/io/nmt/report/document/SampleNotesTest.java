package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.LateStart;
import io.nmt.core.model.Sampling;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Zip streams are an estimate, also where each one is recorded. */
class SampleNotesTest {
    private static String notes(LateStart late) {
        StringBuilder text = new StringBuilder();
        SiteReport.appendNotes(text, new Sampling(1, 0, new Coverage(late == null, late, List.of())));
        return text.toString();
    }

    @Test
    void areNotCalledExact() {
        assertThat(notes(null)).contains(" are exact. Zip: an estimate, within 15 %.\n");
        assertThat(notes(new LateStart(Instant.EPOCH, 1))).contains(" are exact. Zip: an estimate, within 15 %.\n");
    }
}
