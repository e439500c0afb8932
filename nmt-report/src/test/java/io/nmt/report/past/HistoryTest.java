package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.Category;
import io.nmt.core.model.CategoryUsage;
import io.nmt.core.model.Coverage;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Scale;
import io.nmt.core.model.Site;
import io.nmt.core.model.Snapshot;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final LeaksByLine NO_SAMPLES = new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0));

    private static final long MB = 1 << 20;
    private static final long START = Instant.parse("2026-11-24T09:00:00Z").toEpochMilli();
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Snapshot NOW =
            new Snapshot(Instant.EPOCH, List.of(), new CategoryUsage("Total", 0, 0, 0, 0, 0, 0), true, 0, 0, 0);
    private static final int LEAKING = 7;
    private static final long MINUTE = 60_000;

    private static HistoryPoint.Builder point(long millis, long rss) {
        return new HistoryPoint.Builder(millis)
                .set(HistoryFigure.RSS, rss, rss + MB)
                .set(HistoryFigure.HEAP, 100 * MB)
                .set(HistoryFigure.TRACKED, rss / 2)
                .set(HistoryFigure.FULL_COLLECTIONS, (millis - START) / (7 * MINUTE))
                .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(rss / 2, 3, rss / 2));
    }

    /** Hundreds of calls of a command that adds a point: the last is known, the highest too, and the hour before. */
    @Test
    void earlyPointsDoNotPushOutThePast() {
        History history = new History();
        int due = 300;
        for (int i = 0; i < due; i++) {
            history.add(point(START + i * History.POINT_MILLIS, 10 * MB).build());
        }
        long last = START + (due - 1) * History.POINT_MILLIS;
        history.addEarly(point(last + 100, 30 * MB).build());
        for (int i = 2; i <= 400; i++) {
            history.addEarly(point(last + 10L * i, 20 * MB).build());
        }
        assertThat(history.points(0)).hasSize(due);
        assertThat(history.points(0).get(0).millis()).isEqualTo(START);
        HistoryPoint early = history.points(0).get(due - 1);
        assertThat(early.millis()).isEqualTo(last + 4000);
        assertThat(early.get(HistoryFigure.RSS)).isEqualTo(20 * MB);
        assertThat(early.highest(HistoryFigure.RSS)).isEqualTo(31 * MB);

        history.addEarly(point(last + 9001, 20 * MB).build());
        assertThat(history.points(0)).hasSize(due + 1);
    }

    private record Trim(long bytes) {}

    private record Profile(String finding) {}

    @Test
    void theLastOutcomeOfEachKindIsKept() {
        History history = new History();
        assertThat(history.outcomes().last(Trim.class)).isNull();
        history.outcomes().keep(new Trim(1));
        history.outcomes().keep(new Profile("none"));
        history.outcomes().keep(new Trim(2));

        assertThat(history.outcomes().last(Trim.class)).isEqualTo(new Trim(2));
        assertThat(history.outcomes().last(Profile.class)).isEqualTo(new Profile("none"));
    }

    /** From, to and rate of RSS: to was VmRSS, and from too high by all that commands ever took. */
    @Test
    void aRowOfRssAgreesWithItselfAndWithVmRss() {
        History history = new History();
        int begin = 30;
        for (int i = 0; i <= 150; i++) {
            long time = START + i * History.POINT_MILLIS;
            long rss = 90 * MB + Math.max(0L, i - begin) * 3 * MB + i * MB;
            history.add(point(time, rss)
                    .set(HistoryFigure.RSS, rss)
                    .set(HistoryFigure.TRACKED, MB)
                    .set(HistoryFigure.OWN, i * MB)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(MB, 1, MB))
                    .build());
            HistoryReading reading = HistoryReading.of(history, 0);
            Rising rising = reading.rising(HistoryFigure.RSS);
            if (rising == null) {
                continue;
            }
            Rise rise = rising.rise();
            long ownSince = i * MB - (rise.sinceMillis() - START) / History.POINT_MILLIS * MB;
            long rssThen = 90 * MB + (rise.sinceMillis() - START) / History.POINT_MILLIS * MB;
            assertThat(rise.toBytes() - rise.fromBytes())
                    .isCloseTo(rise.bytesPerMinute() * rise.forMillis() / MINUTE, within(4 * MB));
            assertThat(rise.fromBytes()).isCloseTo(rssThen, within(4 * MB));
            assertThat(rise.toBytes() + ownSince).isCloseTo(rss, within(4 * MB));
            assertThat(rising.now()).isEqualTo(rss);
        }
        assertThat(report(HistoryReading.of(history, 0), Scale.MB))
                .containsPattern("\n.* RSS, beside 12[0-9] MB of nmt's commands\n");
    }

    /** Half an hour, of which the last ten minutes leak 12 MB a minute. */
    private static History leaking() {
        History history = new History();
        history.name(site(LEAKING));
        for (long time = START; time < START + 30 * MINUTE; time += History.POINT_MILLIS) {
            long leaked = Math.max(0, time - START - 20 * MINUTE) * 12 * MB / MINUTE;
            history.add(point(time, 300 * MB + 2 * leaked)
                    .site(LEAKING, 100 * MB + leaked)
                    .build());
        }
        history.happened(new HistoryEvent(START + 25 * MINUTE, HistoryEvent.Kind.PRESSURE, "memory pressure"));
        return history;
    }

    @Test
    void pointsAreKeptAsTheyWere() {
        HistoryPoint point =
                point(START, 300 * MB).site(LEAKING, 5).site(20_000, 1L << 40).build();
        HistoryPoint read = HistoryPoint.decode(point.encode());

        assertThat(read.millis()).isEqualTo(START);
        for (HistoryFigure figure : HistoryFigure.values()) {
            assertThat(read.get(figure)).isEqualTo(point.get(figure));
            assertThat(read.highest(figure)).isEqualTo(point.highest(figure));
        }
        assertThat(read.get(HistoryFigure.CGROUP)).isEqualTo(HistoryPoint.UNKNOWN);
        assertThat(read.highest(HistoryFigure.RSS)).isEqualTo(301 * MB);
        assertThat(read.categories()).isEqualTo(point.categories());
        assertThat(read.sites()).isEqualTo(point.sites());
    }

    @Test
    void olderPointsAreFewerAndKeepTheMost() {
        History history = new History();
        long spike = START + Duration.ofHours(1).toMillis();
        long end = START + Duration.ofHours(30).toMillis();
        for (long time = START; time < end; time += History.POINT_MILLIS) {
            history.add(point(time, time == spike ? 900 * MB : 300 * MB).build());
        }
        List<HistoryPoint> points = history.points(0);

        assertThat(points.stream().mapToLong(HistoryPoint::millis)).isSorted().doesNotHaveDuplicates();
        assertThat(points.get(0).millis())
                .isLessThan(START + Duration.ofMinutes(31).toMillis());
        assertThat(points).hasSizeBetween(1000, 1120);
        assertThat(points.stream()
                        .mapToLong(point -> point.highest(HistoryFigure.RSS))
                        .max())
                .hasValue(901 * MB);
        assertThat(points.get(points.size() - 1).millis()
                        - points.get(points.size() - 360).millis())
                .isEqualTo(359 * History.POINT_MILLIS);
        assertThat(history.points(end - 10 * MINUTE)).hasSize(60);
    }

    @Test
    void twoWeeksTakeLessThanAMegabyte() {
        History history = new History();
        Random random = new Random(1);
        long end = START + Duration.ofDays(20).toMillis();
        for (long time = START; time < end; time += History.POINT_MILLIS) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(time);
            for (HistoryFigure figure : HistoryFigure.values()) {
                point.set(figure, random.nextLong(1L << 33), random.nextLong(1L << 34));
            }
            for (int id = 1; id <= 14; id++) {
                point.category(id, new HistoryPoint.Usage(random.nextLong(1L << 33), random.nextLong(1 << 20), 1));
            }
            for (int id = 0; id < 20; id++) {
                point.site(random.nextInt(20_000), random.nextLong(1L << 32));
            }
            history.add(point.build());
        }
        System.out.println("bytes of a full history: " + history.bytes());
        assertThat(history.bytes()).isLessThan(1 << 20);
    }

    /** A leak that begins late has a name also where very many call sites were among the first before. */
    @Test
    void sitesThatNoPointHasGiveWayToNewOnes() {
        History history = new History();
        history.add(point(START, MB).site(1, MB).build());
        int last = 2000;
        for (int id = 1; id <= last; id++) {
            history.name(site(id));
        }
        assertThat(history.site(1)).as("in a point").isNotNull();
        assertThat(history.site(2)).as("in none").isNull();
        assertThat(history.site(last))
                .as("those in no point were forgotten a moment ago")
                .isNull();
        for (int i = 1; i <= 180; i++) {
            history.add(point(START + i * History.POINT_MILLIS, MB).site(1, MB).build());
        }
        history.name(site(last));

        assertThat(history.site(last)).isNotNull();
        assertThat(history.site(1)).isNotNull();
        assertThat(history.site(last - 1)).isNull();
    }

    private static Site site(int id) {
        Frame frame = new Frame("com.acme.Leak", "leak", "Leak.java", id, false);
        return new Site(id, "Direct Buffer", List.of(frame), frame, false, FreedBy.PROGRAM);
    }

    private static List<Statement> statements(HistoryReading reading) {
        return Growth.of(NO_SAMPLES, List.of(), reading, null, reading.endMillis())
                .statements();
    }

    private static List<String> sentences(HistoryReading reading) {
        return StatementText.of(statements(reading), new Times(UTC, reading.endMillis()));
    }

    private static String report(HistoryReading reading, Scale scale) {
        return report(reading, statements(reading), scale, 0);
    }

    private static String report(HistoryReading reading, List<Statement> statements, Scale scale, int columns) {
        return ReportText.of(HistoryReport.of(reading, statements, NOW, null, 10), scale, UTC, columns);
    }

    @Test
    void tellsSinceWhenWhatRises() {
        String text = report(HistoryReading.of(leaking(), 0), Scale.MB);

        assertThat(text)
                .contains("\n\nHistory of 29 min, 09:00:00 to 09:29:50 (UTC), 180 points\n\nRSS\n")
                .containsPattern("\n {6}└─{60}\n {7}09:00:00 {44}09:29:50\n")
                .contains("\nGrows (4)\n", "com.acme.Leak.leak(Leak.java:7)", "  09:25:00  memory pressure\n")
                .containsPattern("^LEAK com.acme.Leak.leak\\(Leak.java:7\\): [0-9.]+ MB Direct Buffer, \\+12 MB/min"
                        + " since 09:(19|20):\\d\\d\\.");
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line.length())
                        .as(line)
                        .isLessThanOrEqualTo(line.matches("[A-Z]{4,} .*") ? 200 : 100));
    }

    /** The table has all that the statements above name. */
    @Test
    void showsWhatOtherStatementsTellOf() {
        HistoryReading reading = HistoryReading.of(leaking(), 0);
        List<Statement> told = new ArrayList<>(statements(reading));
        told.add(new Statement(
                Statement.Kind.GROWING,
                new Statement.Subject(SubjectType.LOADER, "com.acme.PluginLoader", "com.acme.Plugins.load", 7),
                1_200,
                0,
                300,
                0,
                reading.endMillis() - 60_000,
                List.of(),
                Statement.Next.NONE));

        assertThat(report(reading, told, Scale.MB, 0))
                .contains("\nGrows (5)\n")
                .containsPattern("\n09:28:50 +60 s +1,200 +300 +com.acme.PluginLoader, com.acme.Plugins.load\n");
    }

    /** The first lines are the answer, also on a screen that is drawn again and again. */
    @Test
    void theAnswerIsFirstAndCurvesMayBeShort() {
        HistoryReading reading = HistoryReading.of(leaking(), 0);
        String text = report(reading, statements(reading), Scale.MB, 80);

        assertThat(text.lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).startsWith("LEAK "));
        assertThat(text).containsOnlyOnce("LEAK ").contains("  Over time   Figure\n");
        assertThat(text.lines().filter(line -> line.endsWith("   RSS") || line.endsWith("   Tracked")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void saysWhenItIsTooEarly() {
        History history = new History();
        assertThat(report(HistoryReading.of(history, 0), Scale.MB)).startsWith("No history yet");
        history.add(point(START, MB).build());
        assertThat(report(HistoryReading.of(history, 0), Scale.MB))
                .startsWith("UNKNOWN growth: too early to tell. Ask again in 60 s.\n")
                .contains("1 point\n");
    }

    /** The time that is shown changes no judgement: neither what grows, nor since when, nor how fast. */
    @Test
    void theTimeThatIsShownChangesNoJudgement() {
        History history = leaking();
        HistoryReading all = HistoryReading.of(history, 0);
        assertThat(all.rising()).isNotEmpty();
        for (long millis : new long[] {5_000, MINUTE, 3 * MINUTE, 5 * MINUTE}) {
            HistoryReading shown = HistoryReading.of(history, all.endMillis() - millis);
            assertThat(shown.points()).hasSizeLessThan(all.points().size());
            assertThat(shown.rising()).isEqualTo(all.rising());
            assertThat(statements(shown)).isEqualTo(statements(all));
        }
        assertThat(report(HistoryReading.of(history, all.endMillis() + 1), Scale.MB))
                .isEqualTo(
                        "No reading in that time: it is read every 4 s.\n" + String.join("\n", sentences(all)) + "\n");
    }

    @Test
    void whatIsOffIsNotWaitedFor() {
        History history = new History();
        history.turnOff();
        HistoryReading reading = HistoryReading.of(history, 0);
        LeaksByLine judged = new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0));
        WholeHeapCollections.Last never = new WholeHeapCollections.Last(0);
        List<Statement> statements =
                Growth.of(judged, List.of(), reading, never, START).statements();

        String told = "UNKNOWN growth of RSS and categories: needs the agent's option history=on. No call site grows "
                + "steadily.";
        assertThat(StatementText.of(statements, new Times(UTC, START))).containsExactly(told);
        assertThat(report(reading, statements, Scale.MB, 0))
                .isEqualTo("No history: the agent runs with history=off. The default is history=on.\n" + told + "\n");
    }

    /** A report that is read after the end advises nothing that takes a process that lives. */
    @Test
    void nothingIsToBeAskedOfAProcessThatHasEnded() {
        History history = new History();
        history.add(point(START, MB).build());
        assertThat(sentences(HistoryReading.left(history, 0)))
                .singleElement()
                .asString()
                .startsWith("UNKNOWN growth: too early to tell, 60 s of history are missing.");
        for (long time = START + History.POINT_MILLIS; time < START + 20 * MINUTE; time += History.POINT_MILLIS) {
            history.add(point(time, MB).build());
        }
        assertThat(sentences(HistoryReading.left(history, 0)))
                .singleElement()
                .asString()
                .startsWith("NORMAL ");
    }

    @Test
    void forScripts() throws Exception {
        HistoryReading reading = HistoryReading.of(leaking(), START + 29 * MINUTE);
        JsonNode json = new ObjectMapper()
                .readTree(ReportJson.of(HistoryData.of(reading, statements(reading), Coverage.UNKNOWN)));

        assertThat(json.get("points")).hasSize(6);
        assertThat(json.get("points").get(0).get("rssBytes").asLong()).isEqualTo(300 * MB + 216 * MB);
        assertThat(json.get("points").get(0).get("rssBytesHighest").asLong()).isEqualTo(517 * MB);
        assertThat(json.get("points").get(0).has("cgroupBytes")).isFalse();
        JsonNode site = json.get("points").get(0).get("sites").get(0);
        assertThat(site.get("site").isIntegralNumber()).isTrue();
        assertThat(site.get("liveBytes").isIntegralNumber()).isTrue();
        assertThat(json.get("sites")).hasSize(1);
        assertThat(json.get("sites").get(0).get("site").asInt()).isEqualTo(LEAKING);
        assertThat(json.get("sites").get(0).get("name").asText()).isEqualTo("com.acme.Leak.leak(Leak.java:7)");
        List<String> lines = HistoryData.csv(reading).lines().toList();
        assertThat(lines).hasSize(7);
        assertThat(lines.get(0)).startsWith("time,rssBytes,anonymousBytes,").endsWith(",\"Direct Buffer\"");
        assertThat(lines.get(1)).startsWith("2026-11-24T09:29:00Z,541065216,,");
    }

    /** A level RSS with two late spikes on a floor that rises: that began half a minute ago, which is no rise yet. */
    private static History rising(long seconds) {
        History history = new History();
        int last = 17;
        long steep = last - seconds / 10;
        for (int i = 0; i <= last; i++) {
            long spike = i > steep && i % 2 == 1 ? (i - steep) * 40 * MB : 0;
            history.add(new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 300 * MB + i * MB + spike)
                    .build());
        }
        return history;
    }

    @Test
    void whatRisesForLessThanAMinuteIsTooEarlyToTell() {
        HistoryReading reading = HistoryReading.of(rising(30), 0);
        assertThat(RiseFinder.find(Series.of(reading.points(), point -> point.get(HistoryFigure.RSS))))
                .extracting(Rise::forMillis)
                .isEqualTo(30_000L);
        assertThat(reading.rising()).isEmpty();
        assertThat(sentences(reading)).containsExactly("UNKNOWN growth: too early to tell. Ask again in 30 s.");
    }

    /** Pools are read more seldom where that takes long: a figure of before must not pass for one of now. */
    @Test
    void whatWasNotReadAgainHasItsAge() {
        History history = new History();
        for (int i = 0; i < 30; i++) {
            HistoryPoint.Builder point = point(START + i * History.POINT_MILLIS, 300 * MB);
            history.add(i == 25 ? point.set(HistoryFigure.POOLED, 7 * MB).build() : point.build());
        }
        String text = report(HistoryReading.of(history, 0), Scale.KB);
        assertThat(text)
                .containsPattern("7,168KB .* In pools, as of 40 s ago\n")
                .containsPattern(" RSS\n");
    }

    /** Points that become one keep the last reading. */
    @Test
    void whatIsReadSeldomIsNotLostInCoarserPoints() {
        History history = new History();
        for (int i = 0; i < 1000; i++) {
            HistoryPoint.Builder point = point(START + i * History.POINT_MILLIS, 300 * MB);
            history.add(
                    i % 7 == 0
                            ? point.set(HistoryFigure.POOLED, 7 * MB)
                                    .site(LEAKING, MB)
                                    .build()
                            : point.build());
        }
        HistoryPoint first = history.points(0).get(0);
        assertThat(first.get(HistoryFigure.POOLED)).isEqualTo(7 * MB);
        assertThat(first.sites()).containsEntry(LEAKING, MB);
    }
}
