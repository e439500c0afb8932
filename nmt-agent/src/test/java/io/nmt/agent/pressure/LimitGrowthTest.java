package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitGrowthTest {
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final long POINT_MILLIS = 10_000;
    private static final long START = Instant.parse("2026-11-24T09:00:00Z").toEpochMilli();
    private static final Leaks NO_LEAKS = new Leaks(60 * SECOND, List.of(), List.of(), List.of(), 0);

    /** Tracked memory at each point; RSS is 80 MB more. */
    private static HistoryReading history(long... trackedMib) {
        History history = new History();
        for (int i = 0; i < trackedMib.length; i++) {
            history.add(new HistoryPoint.Builder(START + i * POINT_MILLIS)
                    .set(HistoryFigure.RSS, (80 + trackedMib[i]) * MIB)
                    .set(HistoryFigure.TRACKED, trackedMib[i] * MIB)
                    .set(HistoryFigure.HEAP, 20 * MIB)
                    .set(HistoryFigure.HEAP_USED, 10 * MIB)
                    .build());
        }
        return HistoryReading.left(history, 0);
    }

    private static long[] level(int points, long mib) {
        long[] level = new long[points];
        java.util.Arrays.fill(level, mib);
        return level;
    }

    private static Leaks suspect(long growingForSeconds) {
        Frame frame = new Frame("com.acme.Leak", "leak", "Leak.java", 7, false);
        Site site = new Site(1, "Unsafe", List.of(frame), frame, false, FreedBy.PROGRAM);
        SiteUsage usage = new SiteUsage(
                site,
                100 * MIB,
                0,
                100,
                100,
                100 * MIB,
                90 * SECOND,
                60 * MIB,
                true,
                List.of(),
                0,
                growingForSeconds * SECOND,
                0);
        return new Leaks(60 * SECOND, List.of(usage), List.of(), List.of(), 0);
    }

    private static Growth growth(HistoryReading history, Leaks leaks, long nowMillis) {
        return Growth.of(
                new LeaksByLine(leaks),
                List.of(),
                history,
                new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN),
                nowMillis);
    }

    private static String said(LimitGrowth course) {
        return StatementText.of(course.statement(), new Times(ZoneOffset.UTC, START));
    }

    private static LimitGrowth ofThisJvm(
            Crossing crossing,
            LimitParts filling,
            HistoryReading history,
            Growth growth,
            long trackedBytes,
            long nowMillis) {
        long heapBytes = Runtime.getRuntime().totalMemory();
        return new LimitGrowth(crossing, filling, history, growth, trackedBytes, heapBytes, nowMillis);
    }

    /** A process of which 80 MB are the JVM's, at a threshold of resident memory. */
    private static LimitGrowth course(HistoryReading history, Leaks leaks, long trackedMib) {
        long usage = (80 + trackedMib) * MIB;
        LimitParts filling = LimitParts.byCounts(usage, usage, 20 * MIB, 10 * MIB, trackedMib * MIB);
        Crossing crossing = Crossing.of(Cause.THRESHOLD, "threshold of resident memory", usage, usage);
        long points = history.points().size();
        long now = START + points * POINT_MILLIS;
        return ofThisJvm(crossing, filling, history, growth(history, leaks, now), trackedMib * MIB, now);
    }

    @Test
    void aLeakThatBeganWithinTheLastMinutesCannotBeDatedAndIsNotCalledCertain() {
        LimitGrowth course = course(history(level(60, 5)), suspect(59), 200);

        assertThat(said(course))
                .isEqualTo("UNKNOWN native memory of Java code: 200 MB. 195 MB more than 2 min 40 s ago, start"
                        + " unknown.");
        assertThat(course.isDated()).isFalse();
        assertThat(course.isOfLate()).isTrue();
        assertThat(course.suspect()).isNotNull();
    }

    @Test
    void aSuspectOfWhichTheHistoryKnowsNothingIsDatedByItsSamples() {
        LimitGrowth course = course(history(level(60, 200)), suspect(600), 200);

        assertThat(said(course))
                .isEqualTo("LEAK com.acme.Leak.leak(Leak.java:7): 100 MB Unsafe, +60 MB/min since 09:00:00.");
        assertThat(course.isDated()).isTrue();
    }

    @Test
    void withoutASuspectWhatCameOfLateIsSaidToo() {
        assertThat(said(course(history(level(60, 5)), NO_LEAKS, 200)))
                .contains("UNKNOWN native memory of Java code: 200 MB. 195 MB more than ");
        assertThat(said(course(history(level(60, 200)), NO_LEAKS, 200)))
                .isEqualTo("HELD native memory of Java code: 200 MB.");
        assertThat(said(course(history(200, 200, 200), NO_LEAKS, 200)))
                .isEqualTo("UNKNOWN growth: too early to tell, 52 s of history are missing.");
        assertThat(said(course(history(), NO_LEAKS, 200)))
                .isEqualTo("UNKNOWN growth: too early to tell, 64 s of history are missing.");
    }

    /** 60 MB of JVM, which any has, and 50 MB that have grown: the latter is what fills it. */
    @Test
    void ofASmallProcessWhatHasGrownFillsTheLimit() {
        LimitGrowth course = course(history(level(60, 1)), suspect(300), 50);

        assertThat(course.most()).isEqualTo(LimitParts.Part.TRACKED);
        assertThat(course.isOfJavaCode()).isTrue();
        assertThat(course.grown()).isEqualTo(new LimitParts.Grown(LimitParts.Part.TRACKED, 49 * MIB));
        assertThat(filling(50).inWords(300, course.grown()))
                .isEqualTo("native memory of Java code up to 50 MB (49 MB more than at first), JVM and"
                        + " libraries at least 60 MB,"
                        + " Java heap up to 20 MB");
        assertThat(course(history(), NO_LEAKS, 50).most())
                .as("without a history")
                .isEqualTo(LimitParts.Part.TRACKED);
    }

    /** It held 57 MB and more than half of that still, but in this JVM there is no such site. */
    @Test
    void whatWasSuspectedEarlierIsToldAsHeldUntilItIsFreed() {
        HistoryReading history = history(level(60, 5));
        Statement judged =
                growth(history, suspect(600), START + 600_000).statements().get(0);
        EarlierSuspect earlier =
                new EarlierSuspect(suspect(600).suspects().get(0).site(), judged, START + 60_000, true);
        assertThat(earlier.held()).as("freed").isNull();
        Statement held = earlier.held(suspect(0).suspects().get(0));
        assertThat(StatementText.of(held, new Times(ZoneOffset.UTC, START)))
                .isEqualTo("HELD com.acme.Leak.leak(Leak.java:7): 100 MB Unsafe. Grew from 09:00:00 to 09:01:00.");
    }

    private static LimitParts filling(long trackedMib) {
        long usage = (80 + trackedMib) * MIB;
        return LimitParts.byCounts(usage, usage, 20 * MIB, 10 * MIB, trackedMib * MIB);
    }

    @Test
    void whereNothingHasGrownTheLimitIsSmallForAJvm() {
        LimitGrowth course = course(history(level(60, 1)), NO_LEAKS, 1);

        assertThat(course.most()).isEqualTo(LimitParts.Part.REST);
        assertThat(course.isUsualOfJvm()).isTrue();
        assertThat(course.isOfJavaCode()).isFalse();
    }

    /** 75 MB came since the start, 37 of them a leak's: what every JVM takes meanwhile does not hide that. */
    @Test
    void whatGrowsBesideAJvmThatStartsIsNotHidden() {
        long usage = 165 * MIB;
        LimitParts filling = LimitParts.byCounts(usage, usage, 16 * MIB, 10 * MIB, 37 * MIB);
        Crossing crossing = Crossing.of(Cause.THRESHOLD, "threshold of resident memory", usage, usage);
        LimitGrowth course =
                ofThisJvm(crossing, filling, history(), growth(history(), NO_LEAKS, START), 37 * MIB, START);

        assertThat(course.isUsualOfJvm()).isFalse();
        assertThat(course.isOfJavaCode()).isTrue();
        assertThat(course.most()).isEqualTo(LimitParts.Part.TRACKED);
    }

    /** At the start each JVM uses some heap for the first time: it is not what fills a limit. */
    @Test
    void theHeapOfAJvmThatStartsIsNotBlamed() {
        long usage = 50 * MIB;
        LimitParts filling = LimitParts.byCounts(usage, usage, 8 * MIB, 5 * MIB, 0);
        Crossing crossing = Crossing.of(Cause.THRESHOLD, "threshold of resident memory", usage, usage);

        assertThat(ofThisJvm(crossing, filling, history(), growth(history(), NO_LEAKS, START), 0, START)
                        .most())
                .isEqualTo(LimitParts.Part.REST);
        assertThat(ofThisJvm(crossing, filling, history(), growth(history(), NO_LEAKS, START), 0, START)
                        .isUsualOfJvm())
                .isTrue();
    }

    /** 300 MB that neither the heap nor Java code has taken are no JVM's usual ones. */
    @Test
    void muchThatIsNotJavaCodesIsNotCalledUsual() {
        long usage = 320 * MIB;
        LimitParts filling = LimitParts.byCounts(usage, usage, 20 * MIB, 10 * MIB, MIB);
        Crossing crossing = Crossing.of(Cause.THRESHOLD, "threshold of resident memory", usage, usage);
        LimitGrowth course = ofThisJvm(
                crossing,
                filling,
                history(level(60, 1)),
                growth(history(level(60, 1)), NO_LEAKS, START + 600_000),
                MIB,
                START + 600_000);

        assertThat(course.most()).isEqualTo(LimitParts.Part.REST);
        assertThat(course.isUsualOfJvm()).isFalse();
        assertThat(said(course)).isEqualTo("UNKNOWN RSS: 320 MB. 239 MB more than 2 min 40 s ago, start unknown.");
    }

    /** 100 MB of Unsafe, which leak, are no part of the limit of direct buffers, which 9 MB of buffers fill. */
    @Test
    void onlyWhatTheJvmCountsFillsTheLimitOfDirectBuffers() {
        long limit = 9 * MIB;
        LimitParts filling = LimitParts.byCounts(300 * MIB, 300 * MIB, 20 * MIB, 10 * MIB, 200 * MIB);
        Crossing crossing = new Crossing(Cause.DIRECT, "direct buffer limit", limit, limit, "", 0);
        History history = new History();
        for (int i = 0; i < 30; i++) {
            history.add(new HistoryPoint.Builder(START + i * POINT_MILLIS)
                    .set(HistoryFigure.TRACKED, (5 + 6 * i) * MIB)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(i < 25 ? MIB : 2 * MIB, i, 0))
                    .category(Category.UNSAFE.id(), new HistoryPoint.Usage((4 + 6 * i) * MIB, i, 0))
                    .build());
        }
        HistoryReading reading = HistoryReading.left(history, 0);
        long now = START + history.points(0).size() * POINT_MILLIS;
        assertThat(reading.rising(HistoryFigure.TRACKED)).as("of Unsafe").isNotNull();
        LimitGrowth course = ofThisJvm(crossing, filling, reading, growth(reading, suspect(600), now), limit, now);

        assertThat(course.suspect()).isNull();
        assertThat(said(course))
                .isEqualTo("UNKNOWN Direct Buffer: 9 MB. 8 MB more than 2 min 40 s ago, start unknown.");
    }
}
