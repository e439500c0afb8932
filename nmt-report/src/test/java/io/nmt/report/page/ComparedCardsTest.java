package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedCardsTest {
    private static final long MIB = 1 << 20;

    private static final Times UTC = new Times(ZoneOffset.UTC, 0);

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
        return ComparedCards.of(before, after, List.of(), List.of(), UTC).stream()
                .map(Card::text)
                .toList();
    }

    /** Growth within the second recording is urgent, and its line has one card. */
    @Test
    void aLineThatLeaksIsToldOnceAndFirst() {
        Site site =
                new Site(3, "Unsafe", List.of(), new Frame("a.B", "leak", "B.java", 9, false), false, FreedBy.PROGRAM);
        MemoryReading after = new MemoryReading(
                reading(80, 10).snapshot(), List.of(SiteUsage.recorded(site, 60 * MIB, 0, 60, 60 * MIB, 0)), null);
        Statement leak = new Statement(
                Kind.LEAK,
                new Subject(SubjectType.SITE, site.toString(), "Unsafe", 3),
                60 * MIB,
                0,
                30 * MIB,
                0,
                0,
                List.of(),
                Next.NONE);

        assertThat(said(reading(20, 10), after))
                .contains("GROWING a.B.leak(B.java:9): +60 MB Unsafe, from 0 B to 60 MB.");
        assertThat(ComparedCards.of(reading(20, 10), after, List.of(leak), List.of(), UTC))
                .extracting(Card::text)
                .startsWith("LEAK a.B.leak(B.java:9): 60 MB Unsafe, +30 MB/min since 00:00:00.")
                .filteredOn(text -> text.contains("call site") || text.contains("leak"))
                .hasSize(1);
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
