package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.snapshot.CategoryUsage;
import io.nmt.core.snapshot.Snapshot;
import io.nmt.jfr.recordings.MemoryComparison.CategoryChange;
import io.nmt.jfr.recordings.MemoryComparison.SiteChange;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryComparisonTest {
    @Test
    void theMostGrownFirstThenTheMostShrunk() {
        RecordedMemory before =
                memory(List.of(), usage("Same", 5), usage("Shrunk", 90), usage("Gone", 100), usage("Grown", 1));
        RecordedMemory after =
                memory(List.of(), usage("Same", 5), usage("Shrunk", 80), usage("Grown", 11), usage("New", 70));

        MemoryComparison comparison = MemoryComparison.between(before, after);

        assertThat(comparison.categories())
                .extracting(CategoryChange::category)
                .containsExactly("New", "Grown", "Gone", "Shrunk", "Same");
        assertThat(comparison.categories())
                .extracting(CategoryChange::changeBytes)
                .containsExactly(70L, 10L, -100L, -10L, 0L);
        assertThat(comparison.total().changeBytes()).isEqualTo(-30);
    }

    @Test
    void aSiteIsTheSameOnAnotherLine() {
        RecordedMemory before = memory(List.of(site("Unsafe", 100, 3, "a.B.c(B.java:1)", "a.B.main(B.java:9)")));
        RecordedMemory after = memory(List.of(site("Unsafe", 500, 4, "a.B.c(B.java:2)", "a.B.main(B.java:10)")));

        List<SiteChange> changes = MemoryComparison.between(before, after).sites();

        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).changeBytes()).isEqualTo(400);
        assertThat(changes.get(0).topFrame()).isEqualTo("a.B.c(B.java:2)");
        assertThat(changes.get(0).standardErrorBytes()).isEqualTo(5);
    }

    @Test
    void sitesOnSeveralLinesOfOneMethodAreOne() {
        RecordedMemory before = memory(List.of());
        RecordedMemory after = memory(List.of(
                site("Unsafe", 100, 3, "a.B.c(B.java:1)"),
                site("Unsafe", 50, 4, "a.B.c(B.java:2)"),
                site("Index", 7, 1, "a.B.c(B.java:2)")));

        List<SiteChange> changes = MemoryComparison.between(before, after).sites();

        assertThat(changes).extracting(SiteChange::changeBytes).containsExactly(150L, 7L);
        assertThat(changes.get(0).afterCount()).isEqualTo(2);
        assertThat(changes.get(0).standardErrorBytes()).isEqualTo(5);
    }

    @Test
    void whatDidNotChangeIsLeftOut() {
        List<RecordedSite> sites = List.of(site("Unsafe", 100, 3, "a.B.c(B.java:1)"));

        assertThat(MemoryComparison.between(memory(sites), memory(sites)).sites())
                .isEmpty();
    }

    @Test
    void residentMemoryByComponent() {
        RecordedMemory before = memory(resident(line("Java Heap", 100), line("Code Cache", 30), line("Gone", 5)));
        RecordedMemory after = memory(resident(line("Java Heap", 90), line("Code Cache", 70), line("New", 1)));

        ResidentComparison comparison = MemoryComparison.between(before, after).resident();

        assertThat(comparison.components())
                .extracting(ResidentComparison.Change::component)
                .containsExactly("Code Cache", "New", "Java Heap", "Gone");
        assertThat(comparison.components())
                .extracting(ResidentComparison.Change::changeBytes)
                .containsExactly(40L, 1L, -10L, -5L);
        assertThat(comparison.rss().changeBytes()).isEqualTo(26);
        assertThat(MemoryComparison.between(memory(List.of()), after).resident())
                .isNull();
    }

    private static RecordedResident.Line line(String component, long bytes) {
        return new RecordedResident.Line(component, bytes, bytes, bytes, "exact");
    }

    private static RecordedResident resident(RecordedResident.Line... lines) {
        long rss = List.of(lines).stream()
                .mapToLong(RecordedResident.Line::residentBytes)
                .sum();
        return new RecordedResident(Instant.EPOCH, rss, List.of(lines));
    }

    private static RecordedMemory memory(RecordedResident resident) {
        RecordedMemory memory = memory(List.of());
        return new RecordedMemory(
                memory.begin(),
                memory.end(),
                memory.last(),
                true,
                List.of(),
                memory.end(),
                false,
                resident,
                false,
                0,
                "",
                0);
    }

    private static RecordedMemory memory(List<RecordedSite> sites, CategoryUsage... usages) {
        long bytes =
                List.of(usages).stream().mapToLong(CategoryUsage::committed).sum();
        Snapshot last = new Snapshot(Instant.EPOCH, List.of(usages), usage("Total", bytes), false, 0, 0, 0);
        return new RecordedMemory(
                Instant.EPOCH, Instant.EPOCH, last, true, sites, Instant.EPOCH, false, null, false, 0, "", 0);
    }

    private static CategoryUsage usage(String name, long bytes) {
        return new CategoryUsage(name, bytes, bytes, 1, bytes, bytes, 1);
    }

    private static RecordedSite site(String category, long bytes, long standardError, String... frames) {
        return new RecordedSite(category, frames[0], List.of(frames), bytes, standardError, 1, bytes, 0);
    }
}
