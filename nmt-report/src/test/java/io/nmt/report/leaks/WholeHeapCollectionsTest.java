package io.nmt.report.leaks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeHeapCollectionsTest {
    private static final int BECOMES_OLD = 16;

    @ParameterizedTest
    @CsvSource({
        "G1 Old Generation, true",
        "G1 Concurrent GC, true",
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
        assertThat(WholeHeapCollections.isOfWholeHeap(name)).isEqualTo(whole);
    }

    @Test
    void aCollectionOfTheWholeHeapIsTold() {
        long before = WholeHeapCollections.count();
        System.gc();
        assertThat(WholeHeapCollections.count()).isGreaterThan(before);
        assertThat(WholeHeapCollections.last().nanosAgo()).isBetween(0L, 60_000_000_000L);
    }

    @Test
    void oldGarbageIsFoundOnceItIsLetGo() {
        OldGarbage garbage = new OldGarbage();
        garbage.look(5, 1000);
        System.gc();
        garbage.look(5 + BECOMES_OLD - 1, 2000);
        assertThat(garbage.found()).as("held").isZero();
        assertThat(garbage.notFoundForNanos(2000)).isZero();
        garbage.look(5 + BECOMES_OLD, 3000);
        assertThat(garbage.notFoundForNanos(4000)).isEqualTo(1000);
        System.gc();
        garbage.look(5 + BECOMES_OLD, 5000);
        assertThat(garbage.found()).isEqualTo(1);
        assertThat(garbage.foundNanos()).isEqualTo(5000);
        assertThat(garbage.notFoundForNanos(5000)).as("a new one").isZero();
    }
}
