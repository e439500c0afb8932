package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.GrownEarlier;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.ThreadReading;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last growth of each line of code in a recording. */
class LastGrownTest {
    private static final int BOUND = 1000;

    private final LastGrown grown = new LastGrown();

    private void add(Object key, long millis) {
        grown.add(key, new GrownEarlier(ThreadReading.NONE, LoaderReading.NONE, List.of(), millis));
    }

    /** Events of a recording come in any order. */
    @Test
    void itIsTheLastByTime() {
        add("pool", 2_000);
        add("pool", 3_000);
        add("pool", 1_000);
        assertThat(grown.all()).extracting(GrownEarlier::millis).containsExactly(3_000L);
    }

    @Test
    void aDamagedFileMayHaveAnyLines() {
        for (int i = 0; i < 2 * BOUND; i++) {
            add("line " + i, i);
        }
        add("line 1", BOUND);
        assertThat(grown.all()).hasSize(BOUND).anyMatch(each -> each.millis() == BOUND);
    }
}
