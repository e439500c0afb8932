package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.core.model.Snapshot;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.MemoryReading;
import io.nmt.report.model.RecordedMemory;
import io.nmt.report.model.Times;
import io.nmt.report.model.Urgency;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedSideTest {
    private static final long BASE = 1_700_000_000_000L;
    private static final long MB = 1 << 20;
    private static final ZoneId UTC = ZoneId.of("UTC");

    private static Site site(String category, String method) {
        Frame frame = new Frame("a.</script>B", method, "B.java", 3, false);
        return new Site(0, category, List.of(frame), frame, false, FreedBy.UNKNOWN);
    }

    /** The same line for each caller. */
    private static Site reachedBy(String caller) {
        Frame frame = new Frame("a.TwoPaths", "take", "TwoPaths.java", 4, false);
        List<Frame> frames = List.of(frame, new Frame("a.TwoPaths", caller, "TwoPaths.java", 9, false));
        return new Site(0, "Unsafe", frames, frame, false, FreedBy.UNKNOWN);
    }

    private static MemoryReading reading(SiteUsage... sites) {
        CategoryUsage total = new CategoryUsage("Total", 0, 0, 0, 0, 0, 0);
        Snapshot snapshot = new Snapshot(
                Instant.ofEpochMilli(BASE), List.of(), total, true, 0, 0, 0, 0, 0, Snapshot.UNKNOWN, Coverage.UNKNOWN);
        return new MemoryReading(snapshot, List.of(sites), null);
    }

    private static RecordedCourse course(int seconds, List<SampledBlocks.Row> rows, Site... sites) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int second = 0; second <= seconds; second++) {
            points.add(new HistoryPoint.Builder(BASE + second * 1000L)
                    .set(HistoryFigure.RSS, 100 * MB)
                    .set(HistoryFigure.LIMIT, 105 * MB)
                    .set(HistoryFigure.FULL_COLLECTIONS, second / 10)
                    .category(Category.UNSAFE.id(), new HistoryPoint.Usage(MB, 1, MB))
                    .build());
        }
        Instant begin = Instant.ofEpochMilli(BASE);
        Instant end = Instant.ofEpochMilli(BASE + seconds * 1000L);
        return new RecordedCourse(
                new RecordedMemory(begin, end, reading(), true, end, false, false, 0),
                new PageProcess(7, "17", "Main"),
                BASE,
                BASE + seconds * 1000L,
                points,
                Map.of(),
                List.of(),
                new SampledBlocks(List.of(sites), rows, 1),
                MadeReading.NONE,
                1,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);
    }

    /** One block each second that stays, of the first site; one that lives a second, of the second. */
    private static List<SampledBlocks.Row> leakAndChurn(int seconds, double variance) {
        List<SampledBlocks.Row> rows = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            long time = BASE + second * 1000L;
            rows.add(new SampledBlocks.Row(time, SampledBlocks.NEVER, 0, 1, MB, variance));
            rows.add(new SampledBlocks.Row(time, time + 1000, 1, 1, MB, variance));
        }
        return rows;
    }

    @Test
    void whatGrowsIsASuspectAndWhatComesAndGoesIsNot() {
        RecordedCourse course = course(120, leakAndChurn(120, 0), site("Unsafe", "leak"), site("Unsafe", "churn"));

        PageSide side = RecordedSide.of("a.jfr", course, UTC);

        assertThat(side.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.site().toString()).isEqualTo("a.</script>B.leak(B.java:3)");
            assertThat(suspect.bytes()).isEqualTo(120 * MB);
            assertThat(suspect.bytesPerMinute()).isBetween(58 * MB, 62 * MB);
            assertThat(suspect.errorBytesPerMinute()).isZero();
            assertThat(suspect.sentence()).doesNotContain(" Survived ");
        });
        assertThat(side.cards())
                .anyMatch(
                        card -> card.urgency() == Urgency.WARNING && card.text().startsWith("LEAK a."));
    }

    /** One stack allocates 3 MiB a second and another one 1 MiB: neither has the line's rate. */
    @Test
    void stacksThatLeadToOneLineAreOneSuspect() {
        List<SampledBlocks.Row> rows = new ArrayList<>();
        for (int second = 0; second < 120; second++) {
            long time = BASE + second * 1000L;
            rows.add(new SampledBlocks.Row(time, SampledBlocks.NEVER, 0, 1, MB, 0));
            rows.add(new SampledBlocks.Row(time, SampledBlocks.NEVER, 1, 3, 3 * MB, 0));
        }

        PageSide side = RecordedSide.of("a.jfr", course(120, rows, reachedBy("invoice"), reachedBy("receipt")), UTC);

        assertThat(side.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.site().frames()).isEqualTo(reachedBy("receipt").frames());
            assertThat(suspect.bytes()).isEqualTo(480 * MB);
            assertThat(suspect.bytesPerMinute()).isBetween(236 * MB, 244 * MB);
            assertThat(suspect.sentence())
                    .startsWith("LEAK a.TwoPaths.take(TwoPaths.java:4): 480 MB Unsafe, +")
                    .endsWith(" From 2 call stacks.");
        });
        assertThat(side.cards())
                .filteredOn(card -> card.text().startsWith("LEAK "))
                .singleElement()
                .satisfies(card -> assertThat(card.text()).contains(": 480 MB Unsafe, "));
    }

    /** Memory that moves between two stacks grows in one of them, and not in the line. */
    @Test
    void aLineWhoseStacksTakeTurnsIsNoSuspect() {
        List<SampledBlocks.Row> rows = new ArrayList<>();
        for (int second = 0; second < 120; second++) {
            long time = BASE + second * 1000L;
            rows.add(new SampledBlocks.Row(BASE, time, 0, 1, MB, 0));
            rows.add(new SampledBlocks.Row(time, SampledBlocks.NEVER, 1, 1, MB, 0));
        }

        assertThat(RecordedSide.of("a.jfr", course(120, rows, reachedBy("invoice"), reachedBy("receipt")), UTC)
                        .suspects())
                .isEmpty();
        assertThat(RecordedSide.of("a.jfr", course(120, rows, site("Unsafe", "other"), reachedBy("receipt")), UTC)
                        .suspects())
                .hasSize(1);
    }

    /** Without samples; of every second moment, the figures of the two stacks are in two points. */
    @Test
    void figuresOfStacksThatLeadToOneLineAreAddedUp() {
        List<HistoryPoint> points = new ArrayList<>();
        for (int second = 0; second <= 120; second++) {
            HistoryPoint.Builder point =
                    new HistoryPoint.Builder(BASE + second * 1000L).set(HistoryFigure.FULL_COLLECTIONS, second / 10);
            if (second % 4 != 3) {
                point.site(7, second * MB);
            }
            if (second % 4 != 2) {
                point.site(8, 3L * second * MB);
            }
            points.add(point.build());
        }
        RecordedCourse course = course(120, List.of());
        RecordedCourse figures = new RecordedCourse(
                course.memory(),
                course.process(),
                BASE,
                BASE + 120_000,
                points,
                Map.of(7, reachedBy("invoice"), 8, reachedBy("receipt")),
                List.of(),
                SampledBlocks.NONE,
                MadeReading.NONE,
                1,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);

        assertThat(RecordedSide.of("a.jfr", figures, UTC).suspects())
                .singleElement()
                .satisfies(suspect -> {
                    assertThat(suspect.bytes()).isEqualTo(480 * MB);
                    assertThat(suspect.bytesPerMinute()).isBetween(230 * MB, 250 * MB);
                });
    }

    @Test
    void aComparisonTellsOfLines() {
        SiteUsage invoice = SiteUsage.recorded(reachedBy("invoice"), 10 * MB, 3 * MB, 10, 0, 0);
        SiteUsage more = SiteUsage.recorded(reachedBy("invoice"), 50 * MB, 0, 50, 0, 0);
        SiteUsage receipt = SiteUsage.recorded(reachedBy("receipt"), 30 * MB, 4 * MB, 30, 0, 0);

        assertThat(ComparedCards.of(reading(invoice), reading(more, receipt), List.of(), List.of(), new Times(UTC, 0)))
                .extracting(Card::text)
                .contains("GROWING a.TwoPaths.take(TwoPaths.java:4): +70 MB ± 5 MB Unsafe, from 10 MB to 80 MB.");
    }

    /** A sample of weight W has the variance W² at the most. */
    @Test
    void whatChanceExplainsIsNoSuspect() {
        double variance = Math.pow(50.0 * MB, 2);
        RecordedCourse course =
                course(120, leakAndChurn(120, variance), site("Unsafe", "leak"), site("Unsafe", "churn"));

        assertThat(RecordedSide.of("a.jfr", course, UTC).suspects()).isEmpty();
    }

    @Test
    void aShortRecordingTellsNoGrowth() {
        RecordedCourse course = course(30, leakAndChurn(30, 0), site("Unsafe", "leak"), site("Unsafe", "churn"));

        PageSide side = RecordedSide.of("a.jfr", course, UTC);

        assertThat(side.suspects()).isEmpty();
        assertThat(side.cards())
                .contains(new Card(
                        Urgency.UNKNOWN,
                        "UNKNOWN growth: too early to tell, 30 s of history are missing.",
                        "#timeline"));
    }

    /** Garbage was not looked for. */
    @Test
    void aDirectBufferThatMayBeGarbageIsNotKnownToLeak() {
        RecordedCourse course = course(9, List.of()).withSamples(SampledBlocks.NONE);
        List<HistoryPoint> points = new ArrayList<>();
        for (int second = 0; second <= 120; second++) {
            points.add(new HistoryPoint.Builder(BASE + second * 1000L)
                    .set(HistoryFigure.FULL_COLLECTIONS, 0)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(second * MB, 1, second * MB))
                    .build());
        }
        RecordedCourse garbage = new RecordedCourse(
                course.memory(),
                course.process(),
                BASE,
                BASE + 120_000,
                points,
                Map.of(),
                List.of(),
                SampledBlocks.NONE,
                MadeReading.NONE,
                1,
                0,
                false,
                List.of(),
                RecordedResident.NONE,
                RecordedJvmMemory.NONE);

        assertThat(RecordedSide.of("a.jfr", garbage, UTC).cards())
                .filteredOn(card -> card.text().startsWith("GROWING Direct Buffer: "))
                .singleElement()
                .satisfies(card -> {
                    assertThat(card.urgency()).isEqualTo(Urgency.UNKNOWN);
                    assertThat(card.text())
                            .endsWith(" May be garbage: no full collection since."
                                    + " Its line of code is unknown: none was sampled.");
                });
    }

    @Test
    void nearTheLimitIsUrgentAndFirst() {
        PageSide side = RecordedSide.of("a.jfr", course(90, List.of()), UTC);

        assertThat(side.cards().get(0).urgency()).isEqualTo(Urgency.URGENT);
        assertThat(side.cards().get(0).text())
                .isEqualTo("LIMIT peak RSS: 100 MB, 95 % of the container's limit (105 MB), at 2023-11-14 22:13:20.");
    }

    @Test
    void aComparisonSaysWhatIsCertainAndWhatIsNot() {
        SiteUsage before = SiteUsage.recorded(site("Unsafe", "grow"), 10 * MB, MB, 10, 0, 0);
        SiteUsage grown = SiteUsage.recorded(site("Unsafe", "grow"), 50 * MB, MB, 50, 0, 0);
        SiteUsage vague = SiteUsage.recorded(site("Unsafe", "vague"), 5 * MB, 4 * MB, 1, 0, 0);

        assertThat(ComparedCards.of(reading(before), reading(grown, vague), List.of(), List.of(), new Times(UTC, 0)))
                .extracting(Card::text)
                .contains("GROWING a.</script>B.grow(B.java:3): +40 MB ± 1.41 MB Unsafe, from 10 MB to 50 MB.")
                .noneMatch(text -> text.contains("vague"));
        assertThat(ComparedCards.of(reading(), reading(vague), List.of(), List.of(), new Times(UTC, 0)))
                .contains(new Card(
                        Urgency.UNKNOWN, "UNKNOWN growth of call sites: 1 may hold more, or by chance.", "#sites"));
    }
}
