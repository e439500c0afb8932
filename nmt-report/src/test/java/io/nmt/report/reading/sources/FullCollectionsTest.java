package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FullCollectionsTest {
    @ParameterizedTest
    @CsvSource({
        "G1 Old Gen, 12345, true",
        "G1 Old Gen, 0, false",
        "G1 Survivor Space, 12345, false",
        "PS Old Gen, 12345, false",
        "Tenured Gen, 12345, false",
        "ZHeap, 12345, true",
        "ZGC Old Generation, 12345, true",
        "Shenandoah, 12345, true",
    })
    void whichPoolsMayHaveGarbage(String pool, long usedBytes, boolean garbage) {
        assertThat(FullCollections.leaveGarbage(pool, usedBytes)).isEqualTo(garbage);
    }
}
