package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Coverage;
import io.nmt.core.model.PoolReading;
import io.nmt.core.model.Sampling;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoPoolsTest {
    /** JSON has the findings alone: they must not speak of allocators that are not there. */
    @Test
    void theFindingSaysWhatTheTextSays() {
        Sampling sampling = new Sampling(512 << 10, 0, Coverage.UNKNOWN);
        PoolReading reading = new PoolReading(Instant.EPOCH, List.of(), List.of(), List.of(), sampling);

        assertThat(PoolFindings.of(reading)).containsExactly("No pool of a known library has memory outside the heap.");
    }
}
