package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.StartedThreads;
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.LoaderReading;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.ThreadReading;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RSS and what explains its growth, of planted pasts. */
@SuppressWarnings("NarrowCalculation") // small figures
class RssGrowthTest {
    private static final long SECOND = 1_000_000_000;
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long START = 1_800_000_000_000L; // 2027-01-15T08:00:00Z
    private static final int LATE = 30; // the point from which on something grows
    private static final int POINTS = 60;
    private static final int WARM_UP_POINTS = 48;
    private static final long NOW = START + (POINTS - 1) * History.POINT_MILLIS;

    // A quiet server under load, MB each 4 s: its heap is used for the first time between two points, too.
    private static final int[] QUIET_RSS = {
        87, 95, 98, 99, 109, 123, 123, 124, 124, 126, 133, 139, 148, 148, 148, 149, 149, 166, 167, 167, 167, 167, 178,
        179, 185, 193, 200, 217, 217, 218, 218, 226, 227, 227, 228, 229, 232, 250, 253, 254, 254, 254, 254, 254, 254,
        254, 254, 254, 255, 257, 264, 272, 281, 299, 299, 299, 299, 299, 299
    };
    private static final int[] QUIET_HEAP = {
        14, 16, 13, 19, 25, 13, 19, 25, 31, 38, 45, 50, 24, 32, 38, 44, 50, 25, 32, 39, 46, 52, 57, 64, 71, 79, 86, 32,
        39, 46, 54, 71, 79, 85, 92, 100, 108, 38, 47, 53, 59, 66, 73, 81, 88, 97, 104, 112, 119, 127, 135, 143, 152, 48,
        54, 62, 69, 75, 81
    };

    /** A heap that is used for the first time all the while, with a step, and a figure of 20 MB that rises late. */
    private static HistoryPoint.Builder point(int i, HistoryFigure figure, long bytes, long heapPerPoint) {
        long used = 8 * MIB + i * heapPerPoint + (i < LATE - 3 ? 0 : 20 * MIB);
        return new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                .set(HistoryFigure.RSS, 100 * MIB + used + bytes)
                .set(HistoryFigure.HEAP, 512 * MIB)
                .set(HistoryFigure.HEAP_USED, used)
                .set(HistoryFigure.TRACKED, MIB + 1000L * i)
                .set(HistoryFigure.METASPACE, 20 * MIB)
                .set(figure, 20 * MIB + bytes);
    }

    private static HistoryReading late(HistoryFigure figure, long perPoint, long heapPerPoint) {
        History history = new History();
        for (int i = 0; i < POINTS; i++) {
            history.add(point(i, figure, Math.max(0, i - LATE) * perPoint, heapPerPoint)
                    .build());
        }
        return HistoryReading.of(history, 0);
    }

    private static List<String> told(HistoryReading history, StartedThreads... threads) {
        MadeReading made = new MadeReading(
                new ThreadReading(List.of(threads), new LastStacks(0, 600, 60 * MIB, 600 * MIB)), LoaderReading.NONE);
        WholeHeapCollections.Last last = new WholeHeapCollections.Last(900 * SECOND);
        LeaksByLine none = new LeaksByLine(new Leaks(60 * SECOND, List.of(), List.of(), List.of(), 0));
        return StatementText.of(
                Growth.of(none, List.of(), made, history, last, NOW).statements(), new Times(ZoneOffset.UTC, NOW));
    }

    /** It was GROWING as long as its heap was used for the first time. */
    @Test
    void aQuietServerWhoseHeapFillsIsNormal() {
        History history = new History();
        for (int i = 0; i < QUIET_RSS.length; i++) {
            history.add(new HistoryPoint.Builder(NOW + (i - QUIET_RSS.length + 1) * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, QUIET_RSS[i] * MIB)
                    .set(HistoryFigure.HEAP, 256 * MIB)
                    .set(HistoryFigure.HEAP_USED, QUIET_HEAP[i] * MIB)
                    .set(HistoryFigure.TRACKED, MIB)
                    .build());
            if (i >= WARM_UP_POINTS) {
                assertThat(told(HistoryReading.of(history, 0))).noneMatch(each -> each.startsWith("GROWING "));
            }
        }
    }

    /** Each collection uses other regions: a quiet program was GROWING, whose heap had never used as much. */
    @Test
    void theHeapsPagesTellItFromANativeLeak() {
        for (boolean isNative : List.of(true, false)) {
            List<String> told = List.of();
            History history = new History();
            for (int i = 0; i < 40; i++) {
                history.add(new HistoryPoint.Builder(NOW + (i - 40) * 4_000L)
                        .set(HistoryFigure.RSS, (120 + i) * MIB)
                        .set(HistoryFigure.HEAP, 256 * MIB)
                        .set(HistoryFigure.HEAP_USED, (8 + i % 5) * MIB)
                        .set(HistoryFigure.HEAP_RESIDENT, (20 + (isNative ? 0 : i)) * MIB)
                        .build());
                told = told(HistoryReading.of(history, 0));
                boolean isTold = told.toString().contains("GROWING RSS");
                assertThat(isTold).as(told.toString()).isEqualTo(isNative && isTold);
                assertThat(!isNative || i < 22 || isTold).as("within 90 s").isTrue();
            }
            assertThat(told.toString()).contains(isNative ? "GROWING RSS: " : "NORMAL RSS: ");
            assertThat(told.toString().contains("Nothing that is tracked explains it."))
                    .isEqualTo(isNative);
        }
    }

    /** It was NORMAL as long as the heap's first use was three quarters of the rise. */
    @Test
    void aNativeLeakIsToldBesideAHeapThatFills() {
        History history = new History();
        List<String> told = List.of();
        for (int i = 0; i < 26; i++) {
            long heap = Math.min(150, i * 8) * MIB;
            history.add(new HistoryPoint.Builder(NOW + (i - 26) * 4_000L)
                    .set(HistoryFigure.RSS, 100 * MIB + heap + i * 1400 * KIB) // 20 MB a minute
                    .set(HistoryFigure.HEAP, 256 * MIB)
                    .set(HistoryFigure.HEAP_USED, (8 + i % 5) * MIB)
                    .set(HistoryFigure.HEAP_RESIDENT, 20 * MIB + heap)
                    .build());
            told = told(HistoryReading.of(history, 0));
            assertThat(told.toString()).doesNotContain("NORMAL RSS: ");
            assertThat(i != 22 || told.toString().contains("GROWING RSS: "))
                    .as("after 88 s")
                    .isTrue();
        }
    }

    /** A program that starts: some of its heap, classes, code, and as much of malloc beside these. */
    @Test
    void aWarmUpIsNormal() {
        for (long leakPerPoint : List.of(0L, 1500 * KIB)) {
            History history = new History();
            List<String> told = List.of();
            for (int i = 0; i < 26; i++) {
                long malloc = i * (300 * KIB + leakPerPoint);
                long bytes = i * (600 + 400 + 100) * KIB + malloc;
                history.add(new HistoryPoint.Builder(NOW + (i - 26) * 4_000L)
                        .set(HistoryFigure.RSS, 90 * MIB + bytes)
                        .set(HistoryFigure.HEAP, 256 * MIB)
                        .set(HistoryFigure.HEAP_USED, 8 * MIB)
                        .set(HistoryFigure.HEAP_RESIDENT, 20 * MIB + i * 600 * KIB)
                        .set(HistoryFigure.CODE, 3 * MIB + i * 400 * KIB)
                        .set(HistoryFigure.METASPACE, 9 * MIB + i * 100 * KIB)
                        .build());
                told = told(HistoryReading.of(history, 0));
            }
            assertThat(told.get(0))
                    .startsWith((leakPerPoint == 0 ? "NORMAL" : "GROWING") + " RSS: ")
                    .contains(" Class metadata and compiled code: 12.2 MB of it.");
        }
    }

    /** A program that is asked each ten seconds: VmRSS rose by 38 MB a minute, and 17 were told. */
    @Test
    void whatCommandsTookIsToldBesideTheRate() {
        History history = new History();
        for (int i = 0; i < 40; i++) {
            history.add(new HistoryPoint.Builder(NOW + (i - 40) * 4_000L)
                    .set(HistoryFigure.RSS, 90 * MIB + i * 2 * MIB)
                    .set(HistoryFigure.OWN, (long) i * MIB)
                    .set(HistoryFigure.HEAP, 256 * MIB)
                    .set(HistoryFigure.HEAP_USED, 8 * MIB)
                    .set(HistoryFigure.HEAP_RESIDENT, 20 * MIB)
                    .build());
        }
        assertThat(told(HistoryReading.of(history, 0)).get(0))
                .startsWith("GROWING RSS: 168 MB, +15 MB/min since ")
                .contains(" nmt's own commands hold 39 MB more.");
    }

    /** It was dated before the fault, by the step of the heap. */
    @Test
    void isDatedByWhatItHasBesideTheHeapsFirstUse() {
        assertThat(told(late(HistoryFigure.METASPACE, 2 * MIB, MIB / 4)))
                .satisfiesExactly(
                        metaspace -> assertThat(metaspace)
                                .startsWith("GROWING Metaspace with class space: 78 MB committed, +12 MB/min since"
                                        + " 08:05:00."),
                        rss -> assertThat(rss)
                                .startsWith("GROWING RSS: 201 MB, +13.5 MB/min since 08:05:00.")
                                .contains(" The statements above and the heap's first use may explain all of"
                                        + " it. Metaspace with class space grew most: 58 MB of it."));
    }

    /** Asked all the while, it kept the date of the heap's first use. */
    @Test
    void isDatedAnewWhereTheHeapRoseBefore() {
        History history = new History();
        List<String> told = List.of();
        for (int i = 0; i < POINTS; i++) {
            long used = 8 * MIB + Math.min(i, LATE) * 2 * MIB;
            long other = Math.max(0, i - LATE) * 2 * MIB;
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 100 * MIB + used + other)
                    .set(HistoryFigure.HEAP, 512 * MIB)
                    .set(HistoryFigure.HEAP_USED, used)
                    .set(HistoryFigure.METASPACE, 20 * MIB + other)
                    .build());
            told = told(HistoryReading.of(history, 0));
            assertThat(i != LATE - 1 || told.toString().contains("NORMAL RSS: "))
                    .isTrue();
        }
        assertThat(told)
                .anyMatch(each -> each.startsWith("GROWING RSS: ") && each.contains("+12 MB/min since 08:05:00."));
    }

    /** Some KB of tracked memory outdid class loaders and threads: "grew by 0 % of it". */
    @Test
    void namesWhatGrewMost() {
        Frame frame = new Frame("com.acme.Audit", "park", "Audit.java", 9, false);
        Site site = new Site(9, "", List.of(frame), frame, false, FreedBy.PROGRAM);
        long nanos = (POINTS - 1 - LATE) * History.POINT_MILLIS * 1_000_000L;
        HandleSite line = new HandleSite(site, 580, 0, 0, 580, 1, 120, 0, true, nanos, 0, List.of());
        StartedThreads parked = new StartedThreads("audit-N", 580, 0, 0, 0, 0, 0, line);

        assertThat(told(late(HistoryFigure.ANONYMOUS, 2 * MIB, MIB), parked))
                .satisfiesExactly(
                        threads -> assertThat(threads).startsWith("LEAK 580 threads audit-N, +120/min since 08:05:00"),
                        rss -> assertThat(rss)
                                .startsWith("GROWING RSS: 245 MB, +18 MB/min since 08:05:00.")
                                .contains(" The statements above and the heap's first use may explain all of"
                                        + " it. Thread Stacks grew most: 58 MB of it."
                                        + " The Java heap was used for the first time: 29 MB of it."));
    }

    /** Thirty seconds of metaspace, or of buffers, and "no category grows". */
    @Test
    void isNotCalledNormalWhileAPartOfItRises() {
        History metaspace = new History();
        History buffers = new History();
        for (int i = 0; i < POINTS; i++) {
            long risen = Math.max(0, i - POINTS + 4) * 5 * MIB;
            metaspace.add(point(i, HistoryFigure.METASPACE, risen, 0).build());
            buffers.add(point(i, HistoryFigure.ANONYMOUS, risen, 0)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(risen, 1, risen))
                    .build());
        }
        assertThat(told(HistoryReading.of(metaspace, 0)))
                .containsExactly("UNKNOWN growth: too early to tell, Metaspace with class space is 10 MB more than"
                        + " 60 s ago. Ask again in 60 s.");
        assertThat(told(HistoryReading.of(buffers, 0)))
                .containsExactly("UNKNOWN growth: too early to tell, Direct Buffer is 10 MB more"
                        + " than 60 s ago. Ask again in 60 s.");
    }

    /** Right after the buffers were freed, "GROWING RSS: Nothing that is tracked explains it": malloc keeps them. */
    @Test
    void isNotToldOfWhatWasFreedJustNow() {
        for (boolean isFreed : List.of(true, false)) {
            History history = new History();
            for (int i = 0; i < POINTS; i++) {
                long buffers = Math.max(0, i - LATE) * 4 * MIB;
                long tracked = isFreed && i == POINTS - 1 ? 0 : buffers;
                history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                        .set(HistoryFigure.RSS, 150 * MIB + buffers)
                        .set(HistoryFigure.TRACKED, MIB + tracked)
                        .build());
            }
            assertThat(told(HistoryReading.of(history, 0)).toString().contains("GROWING RSS"))
                    .isEqualTo(!isFreed);
        }
    }

    /** "Thread Stacks grew most: 41.3 MB of it": all stacks had 24.3 MB. */
    @Test
    void noPartIsMoreThanThereIs() {
        Frame frame = new Frame("com.acme.Audit", "park", "Audit.java", 9, false);
        Site site = new Site(9, "", List.of(frame), frame, false, FreedBy.PROGRAM);
        HandleSite line = new HandleSite(site, 200, 0, 0, 200, 1, 120, 0, true, 100 * SECOND, 0, List.of());
        StartedThreads parked = new StartedThreads("audit-N", 200, 0, 0, 0, 0, 0, line);

        assertThat(told(late(HistoryFigure.ANONYMOUS, 2 * MIB, MIB / 2), parked))
                .anyMatch(each -> each.contains("200 threads audit-N, +120/min"))
                .anyMatch(
                        each -> each.contains("GROWING RSS") && each.contains("Thread Stacks grew most: 20 MB of it."));
    }

    /** "GROWING Metaspace: 6.25 MB committed, +114 KB/min": nothing so small is worth a statement. */
    @Test
    void aLittleMetaspaceIsNotTold() {
        assertThat(told(late(HistoryFigure.METASPACE, 120 * KIB, 0)).toString()).doesNotContain("Metaspace");
        assertThat(told(late(HistoryFigure.METASPACE, 400 * KIB, 0)).toString()).contains("GROWING Metaspace");
    }

    /** Compilers and threads of a quiet program left a few megabytes more in malloc's arenas each minute. */
    @Test
    void isNotToldToGrowByATwentiethOfIt() {
        for (long perMinute : List.of(4 * MIB, 8 * MIB)) {
            History history = new History();
            for (int i = 0; i < 25; i++) {
                history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                        .set(HistoryFigure.RSS, 200 * MIB + i * perMinute / 6)
                        .build());
            }
            assertThat(told(HistoryReading.of(history, 0)).toString().contains("GROWING RSS"))
                    .isEqualTo(perMinute > 4 * MIB);
        }
    }

    /** A line has little less than what is tracked: that the line explains it was not told. */
    @Test
    void aLineExplainsItThoughItIsNotAllThatIsTracked() {
        History history = new History();
        Frame frame = new Frame("com.acme.Cache", "put", "Cache.java", 7, false);
        history.name(new Site(7, Category.UNSAFE.name(), List.of(frame), frame, false, FreedBy.PROGRAM));
        for (int i = 0; i < POINTS; i++) {
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB + i * 2 * MIB)
                    .set(HistoryFigure.TRACKED, 20 * MIB + i * 1700 * KIB)
                    .site(7, MIB + i * 1600 * KIB)
                    .build());
        }
        assertThat(told(HistoryReading.of(history, 0)))
                .anyMatch(each -> each.contains("GROWING RSS")
                        && each.contains("The statements above explain at most 78 % of it."));
    }
}
