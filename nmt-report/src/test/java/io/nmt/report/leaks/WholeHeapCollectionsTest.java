package io.nmt.report.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeHeapCollectionsTest {
    @ParameterizedTest
    @CsvSource({
        "G1 Old Generation, true",
        "G1 Concurrent GC, false",
        "PS MarkSweep, true",
        "MarkSweepCompact, true",
        "ZGC Cycles, true",
        "ZGC Major Cycles, true",
        "Shenandoah Cycles, true",
        "G1 Young Generation, false",
        "PS Scavenge, false",
        "Copy, false",
        "ZGC Minor Cycles, false",
        "ZGC Pauses, false",
        "Shenandoah Pauses, false",
    })
    void byTheirNames(String name, boolean whole) {
        assertThat(WholeHeapCollections.freesAll(name)).isEqualTo(whole);
    }

    @Test
    void aCollectionOfTheWholeHeapIsTold() {
        long before = WholeHeapCollections.count();
        System.gc();
        assertThat(WholeHeapCollections.count()).isGreaterThan(before);
        assertThat(WholeHeapCollections.last().nanosAgo()).isBetween(0L, 60_000_000_000L);
    }
}
