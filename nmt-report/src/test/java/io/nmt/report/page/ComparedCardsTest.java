package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MemoryReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedCardsTest {
    private static final long MIB = 1 << 20;

    private static CategoryUsage usage(String name, long mib) {
        long bytes = mib * MIB;
        return new CategoryUsage(name, bytes, bytes, mib, bytes, bytes, mib);
    }

    private static MemoryReading reading(long unsafe, long direct) {
        Snapshot snapshot = new Snapshot(
                Instant.EPOCH,
                List.of(usage("Unsafe", unsafe), usage("Direct Buffer", direct)),
                usage("Total", unsafe + direct),
                false,
                0,
                0,
                0);
        return new MemoryReading(snapshot, List.of(), null);
    }

    private static List<String> said(MemoryReading before, MemoryReading after) {
        return ComparedCards.of(before, after).stream().map(Card::text).toList();
    }

    @Test
    void ofWhatHasShrunkAPartMayHaveGrown() {
        assertThat(said(reading(80, 10), reading(20, 30)))
                .contains("Native memory of Java code shrank by 40 MB, from 90 MB to 50 MB. Growth in it nevertheless: "
                        + "Direct Buffer +20 MB.");
        assertThat(said(reading(80, 10), reading(80, 30)))
                .contains("Native memory of Java code grew by 20 MB, from 90 MB to 110 MB. Most"
                        + " growth: Direct Buffer +20 "
                        + "MB.");
    }
}
