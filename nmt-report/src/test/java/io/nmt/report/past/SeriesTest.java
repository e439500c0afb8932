package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final long UNTOLD = HistoryPoint.UNKNOWN;

    @Test
    void rssOfPointsThatDoNotTellOfCommandsCounts() {
        assertThat(rss(new long[] {100, 110, 120}, UNTOLD, UNTOLD, UNTOLD)).containsExactly(100, 110, 120);
        assertThat(rss(new long[] {100, 110, 120, 130}, UNTOLD, 0, UNTOLD, UNTOLD))
                .containsExactly(100, 110, 120, 130);
    }

    @Test
    void rssIsWithoutWhatCommandsTook() {
        assertThat(rss(new long[] {100, 110, 120}, 0, 7, 7)).containsExactly(100, 103, 113);
        assertThat(rss(new long[] {100, 110, 120}, 0, 7, UNTOLD)).containsExactly(100, 103, 113);
    }

    @Test
    void rssDoesNotCountWhereACommandMayHaveRun() {
        assertThat(rss(new long[] {100, 110, 120, 130}, 0, UNTOLD, 7, UNTOLD)).containsExactly(100, 113, 123);
        assertThat(rss(new long[] {100, 110, 120}, UNTOLD, 7, 7)).containsExactly(103, 113);
    }

    /** "The Java heap was first used for 18.6 MB", of pages that were in memory for long. */
    @Test
    void theHeapIsFirstUsedOnlyAsFarAsRssGrows() {
        assertThat(touched(new long[] {100, 100, 104, 124}, new long[] {10, 30, 30, 50}))
                .containsExactly(10, 10, 10, 30);
    }

    /** A collection between two points was taken to have used more than there is, and the rest was taken back. */
    @Test
    void theHeapNeverHasMoreThanIsCommitted() {
        List<HistoryPoint> points = new ArrayList<>();
        long[] used = {10, 60, 20, 80, 30, 85, 40};
        for (int i = 0; i < used.length; i++) {
            points.add(new HistoryPoint.Builder(4_000L * i)
                    .set(HistoryFigure.RSS, 200 + 20L * i)
                    .set(HistoryFigure.HEAP_USED, used[i])
                    .set(HistoryFigure.HEAP, 90 + i)
                    .build());
        }
        long[] bytes = HeapFirstUse.bytes(points);
        assertThat(bytes).isSorted();
        assertThat(bytes[bytes.length - 1]).isLessThanOrEqualTo(96);
    }

    /** A reading counts, and from there on all that is used beyond it. */
    @Test
    void thePagesOfTheHeapAreWhatWasRead() {
        List<HistoryPoint> points = new ArrayList<>();
        long[] used = {10, 12, 40, 20, 70};
        long[] resident = {15, HistoryPoint.UNKNOWN, 55, 50, HistoryPoint.UNKNOWN};
        for (int i = 0; i < used.length; i++) {
            points.add(new HistoryPoint.Builder(4_000L * i)
                    .set(HistoryFigure.RSS, 200 + 20L * i)
                    .set(HistoryFigure.HEAP_USED, used[i])
                    .set(HistoryFigure.HEAP, 90)
                    .set(HistoryFigure.HEAP_RESIDENT, resident[i])
                    .build());
        }
        assertThat(HeapFirstUse.bytes(points))
                .startsWith(15, 15, 55, 50)
                .satisfies(bytes -> assertThat(bytes[4]).isBetween(50L, 90L));
    }

    private static long[] touched(long[] rss, long[] used) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i < rss.length; i++) {
            points.add(new HistoryPoint.Builder(i)
                    .set(HistoryFigure.RSS, rss[i])
                    .set(HistoryFigure.HEAP_USED, used[i])
                    .build());
        }
        return HeapFirstUse.bytes(points);
    }

    private static long[] rss(long[] bytes, long... ofCommands) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(i).set(HistoryFigure.RSS, bytes[i]);
            points.add(
                    ofCommands[i] == UNTOLD
                            ? point.build()
                            : point.set(HistoryFigure.OWN, ofCommands[i]).build());
        }
        return Series.besideOwn(points, HistoryFigure.RSS).values();
    }
}
