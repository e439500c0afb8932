package io.nmt.report.document;

import static io.nmt.report.document.Compared.line;
import static io.nmt.report.document.Compared.reading;
import static io.nmt.report.document.Compared.site;
import static io.nmt.report.document.Compared.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.SnapshotDiff;
import io.nmt.report.document.Comparison.ComponentChange;
import io.nmt.report.document.Comparison.SiteChange;
import io.nmt.report.model.MemoryReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The differences of two readings, and their order. */
class ComparisonTest {
    @Test
    void ofRecordingsTheMostGrownFirstThenTheMostShrunk() {
        Comparison comparison = Comparison.ofRecordings(
                reading(usage("Same", 5), usage("Shrunk", 90), usage("Gone", 100), usage("Grown", 1)),
                reading(usage("Same", 5), usage("Shrunk", 80), usage("Grown", 11), usage("New", 70)));

        List<SnapshotDiff.Change> changes = comparison.categories().categories();
        assertThat(changes)
                .extracting(SnapshotDiff.Change::category)
                .containsExactly("New", "Grown", "Gone", "Shrunk", "Same");
        assertThat(changes).extracting(SnapshotDiff.Change::committed).containsExactly(70L, 10L, -100L, -10L, 0L);
        assertThat(comparison.categories().total().committed()).isEqualTo(-30);
    }

    @Test
    void ofRecordingsASiteIsTheSameOnAnotherLine() {
        List<SiteChange> changes = Comparison.ofRecordings(
                        reading(List.of(site(0, "Unsafe", 100, 3, "c:1", "main:9"))),
                        reading(List.of(site(0, "Unsafe", 500, 4, "c:2", "main:10"))))
                .sites();

        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).bytes()).isEqualTo(400);
        assertThat(changes.get(0).site()).hasToString("a.B.c(B.java:2)");
        assertThat(changes.get(0).standardErrorBytes()).isEqualTo(5);
    }

    /** Between the application's code and the memory, another JDK has other frames: the line of code is one site. */
    @Test
    void ofRecordingsOfTwoJdksTheApplicationsFramesTellSitesApart() {
        MemoryReading older = reading(List.of(
                ofJdk("Direct Buffer", 100, "main", "Bits.reserve", "ByteBuffer.allocateDirect"),
                ofJdk("Direct Buffer", 10, "other", "ByteBuffer.allocateDirect")));
        MemoryReading newer = reading(List.of(
                ofJdk("Direct Buffer", 150, "main", "ByteBuffer.allocateDirect"),
                ofJdk("Direct Buffer", 10, "other", "ByteBuffer.allocateDirect")));

        Comparison comparison = Comparison.ofRecordings(older, newer);
        assertThat(comparison.isByApplication()).isTrue();
        assertThat(comparison.sites()).hasSize(1);
        assertThat(comparison.sites().get(0).bytes()).isEqualTo(50);
        assertThat(Comparison.ofRecordings(older, older).isByApplication()).isFalse();
    }

    /** Called by a method of a.B; the JDK's methods, the innermost first. */
    private static SiteUsage ofJdk(String category, long bytes, String method, String... jdkMethods) {
        List<Frame> frames = new ArrayList<>();
        for (String jdkMethod : jdkMethods) {
            frames.add(new Frame("java.nio", jdkMethod, "Nio.java", 1, true));
        }
        Frame frame = new Frame("a.B", method, "B.java", 1, false);
        frames.add(frame);
        Site site = new Site(0, category, frames, frame, false, FreedBy.COLLECTOR);
        return SiteUsage.recorded(site, bytes, 0, 1, bytes, 0);
    }

    @Test
    void ofRecordingsSitesOnSeveralLinesOfOneMethodAreOne() {
        List<SiteChange> changes = Comparison.ofRecordings(
                        reading(List.of()),
                        reading(List.of(
                                site(0, "Unsafe", 100, 3, "c:1"),
                                site(0, "Unsafe", 50, 4, "c:2"),
                                site(0, "Index", 7, 1, "c:2"))))
                .sites();

        assertThat(changes).extracting(SiteChange::bytes).containsExactly(150L, 7L);
        assertThat(changes.get(0).afterCount()).isEqualTo(2);
        assertThat(changes.get(0).standardErrorBytes()).isEqualTo(5);
    }

    /** A pool whose buffers are all given back is told by who took its chunks, and else by who has taken buffers. */
    @Test
    void chunksOfOneMomentAreNotComparedWithBuffersOfAnother() {
        SiteUsage chunk = ofChunks(4096);
        List<SiteUsage> buffers = List.of(site(2, "Netty Pooled Buffer", 1000, 0, "read:150"));

        assertThat(Comparison.ofMoments(reading(List.of(chunk)), List.of(), reading(buffers), 1)
                        .sites())
                .extracting(SiteChange::bytes)
                .containsExactly(1000L);
        assertThat(Comparison.ofRecordings(reading(buffers), reading(List.of(chunk)))
                        .sites())
                .extracting(SiteChange::bytes)
                .containsExactly(-1000L);
        assertThat(Comparison.ofRecordings(reading(List.of()), reading(List.of(chunk)))
                        .sites())
                .extracting(SiteChange::bytes)
                .containsExactly(4096L);
    }

    private static SiteUsage ofChunks(long bytes) {
        SiteUsage usage = site(1, "Direct Buffer", bytes, 0, "newChunk:1");
        Site site = usage.site();
        return SiteUsage.recorded(
                new Site(
                        site.id(), site.category(), site.frames(), site.frames().get(0), true, site.freedBy()),
                bytes,
                0,
                1,
                bytes,
                0);
    }

    @Test
    void sitesThatDidNotChangeAreLeftOut() {
        List<SiteUsage> sites = List.of(site(1, "Unsafe", 100, 3, "c:1"));

        assertThat(Comparison.ofRecordings(reading(sites), reading(sites)).sites())
                .isEmpty();
        assertThat(Comparison.ofMoments(reading(sites), sites, reading(sites), 1)
                        .sites())
                .isEmpty();
    }

    @Test
    void ofMomentsTheLargestChangeFirstWhateverItsSign() {
        Comparison comparison = Comparison.ofMoments(
                reading(List.of(site(1, "Unsafe", 900, 0, "c:1"), site(2, "Unsafe", 5, 0, "d:1"))),
                List.of(),
                reading(List.of(site(2, "Unsafe", 25, 0, "d:1"), site(3, "Unsafe", 500, 0, "c:1"))),
                1);

        assertThat(comparison.sites()).extracting(SiteChange::bytes).containsExactly(-900L, 500L, 20L);
    }

    /**
     * Each of two sites with one stack has its own number. Memory that lived at both moments adds no error. What lived
     * at both moments is in no error.
     */
    @Test
    void ofMomentsTheErrorIsOfWhatWasAllocatedAndFreed() {
        List<SiteUsage> kept = List.of(site(1, "Unsafe", 60, 3, "c:1"));
        Comparison comparison = Comparison.ofMoments(
                reading(List.of(site(1, "Unsafe", 100, 5, "c:1"), site(4, "Unsafe", 7, 2, "e:1"))),
                kept,
                reading(List.of(site(1, "Unsafe", 160, 5, "c:1"), site(2, "Unsafe", 40, 4, "c:1"))),
                1000);

        // The root of (25 - 9) + (25 - 9); of what is new all; of what is gone all.
        assertThat(comparison.sites())
                .extracting(SiteChange::standardErrorBytes)
                .containsExactly(6L, 4L, 2L);
    }

    @Test
    void ofMomentsAnErrorThatIsBoundedAwayIsThatOfSmallBlocks() {
        List<SiteUsage> kept = List.of(site(1, "Unsafe", 100, 5, "c:1"));
        Comparison comparison =
                Comparison.ofMoments(reading(kept), kept, reading(List.of(site(1, "Unsafe", 500, 5, "c:1"))), 100);

        assertThat(comparison.sites())
                .extracting(SiteChange::standardErrorBytes)
                .containsExactly(200L);
    }

    @Test
    void residentMemoryByComponent() {
        Comparison comparison = Comparison.ofRecordings(
                reading(line("Java Heap", 100), line("Code Cache", 30), line("Gone", 5)),
                reading(line("Java Heap", 90), line("Code Cache", 70), line("New", 1)));

        assertThat(comparison.components())
                .extracting(change -> change.after().component())
                .containsExactly("Code Cache", "New", "Java Heap", "Gone");
        assertThat(comparison.components()).extracting(ComponentChange::bytes).containsExactly(40L, 1L, -10L, -5L);
        assertThat(Comparison.ofRecordings(reading(new CategoryUsage[0]), comparison.after())
                        .components())
                .isEmpty();
    }
}
