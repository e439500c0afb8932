package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.HandleSite;
import io.nmt.core.model.HandleUsage;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Basis;
import io.nmt.report.model.MadeReading;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.Rise;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one answer on growth, of planted pasts and samples. */
class GrowthTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final long START = 1_800_000_000_000L; // 2027-01-15T08:00:00Z
    private static final long NOW = START + 600_000;
    private static final WholeHeapCollections.Last LONG_AGO = new WholeHeapCollections.Last(100 * SECOND);
    private static final WholeHeapCollections.Last UNKNOWN =
            new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN);

    private static Site site(int id, FreedBy freedBy) {
        Frame frame = new Frame("com.acme.Cache", "fill", "Cache.java", id, false);
        return new Site(id, "Direct Buffer", List.of(frame), frame, false, freedBy);
    }

    /** A line of code whose oldest block is as old as given. */
    private static SiteUsage usage(Site site, long oldestSeconds, boolean growing, long judgedInSeconds) {
        return new SiteUsage(
                site,
                8 * MIB,
                0,
                8,
                8,
                8 * MIB,
                oldestSeconds * SECOND,
                growing ? 6 * MIB : 0,
                growing,
                List.of(),
                0,
                growing ? 90 * SECOND : 0,
                judgedInSeconds * SECOND);
    }

    /** Growth from the attach on may have begun before, and no amount has what was allocated before. */
    @Test
    void growthSinceALateAttachIsMarked() {
        History history = new History();
        history.attached(NOW - 95_000, "the agent was attached");
        SiteUsage usage = usage(site(1, FreedBy.PROGRAM), 90, true, 0);
        assertThat(told(growth(HistoryReading.of(history, 0), LONG_AGO, usage)).get(0))
                .startsWith("LEAK com.acme.Cache.fill(Cache.java:1): at least 8 MB Direct Buffer, +6 MB/min since "
                        + "08:08:25 (attach) or before.");

        History earlier = new History();
        earlier.attached(NOW - 300_000, "the agent was attached");
        assertThat(told(growth(HistoryReading.of(earlier, 0), LONG_AGO, usage)).get(0))
                .startsWith("LEAK com.acme.Cache.fill(Cache.java:1): at least 8 MB Direct Buffer, +6 MB/min since "
                        + "08:08:30.");
    }

    /** Samples tell first, points later, and each by its own: the start is the one that was told. */
    @Test
    void theStartStaysWhereThePointsTellAfterTheSamples() {
        History history = new History();
        history.name(site(1, FreedBy.PROGRAM));
        SiteUsage usage = usage(site(1, FreedBy.PROGRAM), 90, true, 0);
        long first = growth(HistoryReading.of(history, 0), LONG_AGO, usage)
                .statements()
                .get(0)
                .sinceMillis();
        assertThat(first).isEqualTo(NOW - 90_000);

        // Not before 19 s later
        for (long millis = NOW - 71_000; millis <= NOW + 60_000; millis += 4_000) {
            history.add(new HistoryPoint.Builder(millis)
                    .site(1, 2 * MIB + (millis - NOW + 71_000) * 6 * MIB / 60_000)
                    .build());
        }
        HistoryReading reading = HistoryReading.of(history, 0);
        assertThat(reading.risingSite(1)).isNotNull();
        assertThat(Growth.of(found(usage), List.of(), reading, LONG_AGO, NOW + 60_000)
                        .statements()
                        .get(0)
                        .sinceMillis())
                .isEqualTo(first);

        // The samples of later say another one, and chance has moved their rate.
        SiteUsage moved = usage.withGrowth(true, 7 * MIB, MIB, 60 * SECOND, 0);
        assertThat(growth(HistoryReading.of(withRise(first), 0), LONG_AGO, moved)
                        .statements()
                        .get(0)
                        .sinceMillis())
                .isEqualTo(first);
    }

    private static History withRise(long firstMillis) {
        History history = new History();
        HistoryReading.of(history, 0)
                .told()
                .firstStart("SITE 1", new Rise(firstMillis, 90_000, 0, 0, 6 * MIB, 0, Rise.Before.LEVEL));
        return history;
    }

    private static LeaksByLine found(SiteUsage... usages) {
        List<SiteUsage> all = List.of(usages);
        return new LeaksByLine(new Leaks(
                60 * SECOND,
                all.stream().filter(SiteUsage::growing).toList(),
                all.stream().filter(usage -> !usage.growing()).toList(),
                List.of(),
                0));
    }

    private static HistoryReading nothing() {
        return HistoryReading.of(new History(), 0);
    }

    private static Growth growth(HistoryReading history, WholeHeapCollections.Last last, SiteUsage... usages) {
        return Growth.of(found(usages), List.of(), history, last, NOW);
    }

    private static List<String> told(Growth growth) {
        return StatementText.of(growth.statements(), new Times(ZoneOffset.UTC, NOW));
    }

    private static Kind kind(Growth growth) {
        return growth.statements().get(0).kind();
    }

    /** A process whose RSS rises by some bytes a minute, beside what else is given. */
    private static final class Past {
        private final History history = new History();
        private final long rssPerMinute;
        private final long sitePerMinute;
        private final long heapPerMinute;

        Past(long rssPerMinute, long sitePerMinute, long heapPerMinute) {
            this.rssPerMinute = rssPerMinute;
            this.sitePerMinute = sitePerMinute;
            this.heapPerMinute = heapPerMinute;
        }

        Past of(FreedBy freedBy) {
            history.name(site(1, freedBy));
            return this;
        }

        /** Collections before point 20, and after it. */
        HistoryReading reading(int points, long before, long after) {
            for (int i = 0; i < points; i++) {
                history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                        .set(HistoryFigure.RSS, 200 * MIB + i * rssPerMinute / 6)
                        .set(HistoryFigure.HEAP, 512 * MIB)
                        .set(HistoryFigure.HEAP_USED, 8 * MIB + i * heapPerMinute / 6)
                        .set(HistoryFigure.FULL_COLLECTIONS, i < 20 ? before : after)
                        .site(1, MIB + i * sitePerMinute / 6)
                        .build());
            }
            return HistoryReading.of(history, 0);
        }
    }

    @Test
    void whatNoCollectionHasLookedForMayBeGarbage() {
        SiteUsage direct = usage(site(1, FreedBy.COLLECTOR), 90, true, 0);
        Growth growth = growth(nothing(), LONG_AGO, direct);
        assertThat(told(growth))
                .containsExactly("GROWING com.acme.Cache.fill(Cache.java:1): 8 MB Direct Buffer, +6 MB/min since"
                        + " 08:08:30. May be garbage: no full collection since. Next: 'nmt unreachable PID'");
        assertThat(growth.lines().leaks().suspects()).isEmpty();
        assertThat(growth.lines().leaks().holders()).containsExactly(direct);

        WholeHeapCollections.Last lately = new WholeHeapCollections.Last(40 * SECOND);
        assertThat(told(growth(nothing(), lately, direct)))
                .containsExactly("LEAK com.acme.Cache.fill(Cache.java:1): 8 MB Direct Buffer, +6 MB/min since"
                        + " 08:08:30. Survived 1 full collection. Next: 'nmt leaks PID'");
        WholeHeapCollections.Last early = new WholeHeapCollections.Last(60 * SECOND);
        assertThat(told(growth(nothing(), early, direct)))
                .as("what came since may be garbage")
                .containsExactly("LEAK com.acme.Cache.fill(Cache.java:1): 8 MB Direct Buffer, +6 MB/min since 08:08:30."
                        + " Survived 1 full collection. Since then 6 MB more, which may be garbage."
                        + " Next: 'nmt unreachable PID'");
        assertThat(kind(growth(nothing(), UNKNOWN, direct))).isEqualTo(Kind.GROWING);
        assertThat(kind(growth(nothing(), UNKNOWN, usage(site(1, FreedBy.UNKNOWN), 90, true, 0))))
                .isEqualTo(Kind.GROWING);
        assertThat(kind(growth(nothing(), UNKNOWN, usage(site(1, FreedBy.PROGRAM), 90, true, 0))))
                .isEqualTo(Kind.LEAK);
    }

    /** The rate is told for a while after the growth has stopped, and the time since the collection goes on. */
    @Test
    void noMoreCameSinceTheCollectionThanThePointsTell() {
        SiteUsage direct = usage(site(1, FreedBy.COLLECTOR), 90, true, 0); // 6 MB a minute, 8 MB
        WholeHeapCollections.Last early = new WholeHeapCollections.Last(60 * SECOND);
        for (int steps = 0; steps < 12; steps++) {
            List<String> told = told(growth(stoppedAfter(steps), early, direct));
            String since = "Since then " + (steps / 2.0 + "").replace(".0", "") + " MB more";
            assertThat(told.get(0).contains("Since then"))
                    .as("more than half of 8 MB: " + told)
                    .isEqualTo(steps > 8);
            assertThat(steps <= 8 || told.get(0).contains(since)).as("" + told).isTrue();
        }
    }

    /** Points do not count loaders: their metaspace tells how many came. */
    @Test
    void noMoreLoadersCameSinceTheCollectionThanTheirMetaspaceTells() {
        assertThat(youngerLoaders(9 * MIB)).as("450 of 768").isEqualTo(450);
        assertThat(youngerLoaders(5 * MIB)).as("less than half").isEqualTo(Statement.UNKNOWN);
        assertThat(youngerLoaders(90 * MIB)).as("other classes, too: the rate").isEqualTo(600);
    }

    /** 768 loaders have 15 MB of metaspace; the rate says that 600 of them came since the collection. */
    private static long youngerLoaders(long metaspaceBytes) {
        History history = new History();
        for (long ago : new long[] {302_500, 297_500, 150_000, 0}) {
            history.add(new HistoryPoint.Builder(NOW - ago)
                    .set(HistoryFigure.METASPACE, 20 * MIB + (ago > 200_000 ? 0 : metaspaceBytes))
                    .build());
        }
        Statement loaders = new Statement(
                Kind.LEAK,
                new Statement.Subject(SubjectType.LOADER, "com.acme.PluginLoader", "a.B.c(B.java:1)", 7),
                768,
                0,
                120,
                0,
                NOW - 600_000,
                List.of(
                        new Statement.Evidence(Basis.SURVIVED_COLLECTIONS, 1),
                        new Statement.Evidence(Basis.METASPACE_BYTES, 768 * 9 * MIB / 450)),
                Next.CLASS_LOADERS);
        WholeHeapCollections.Last last = new WholeHeapCollections.Last(300 * SECOND);
        return new GarbageRule(found().leaks(), HistoryReading.of(history, 0), last, NOW)
                .withYounger(loaders)
                .evidence(Basis.SINCE_COLLECTION);
    }

    /** Points of which the last 60 seconds have some steps of half a megabyte, and are level then. */
    private static HistoryReading stoppedAfter(int steps) {
        History history = new History();
        history.name(site(1, FreedBy.COLLECTOR));
        for (int i = 0; i < 14; i++) {
            long millis = NOW - 62_500 + i * 5_000L;
            history.add(new HistoryPoint.Builder(Math.min(NOW, millis))
                    .site(1, 2 * MIB + Math.min(steps, i) * MIB / 2)
                    .build());
        }
        return HistoryReading.of(history, 0);
    }

    @Test
    void whatHoldsYoungBlocksAloneIsNoLeakYet() {
        assertThat(told(growth(nothing(), LONG_AGO, usage(site(1, FreedBy.PROGRAM), 30, true, 0))))
                .containsExactly("GROWING com.acme.Cache.fill(Cache.java:1): 8 MB Direct Buffer, +6 MB/min since"
                        + " 08:08:30. All its blocks are younger than 60 s. Next: 'nmt leaks PID'");
    }

    /** The past and the samples must not give two rates for one line. */
    @Test
    void thePastSaysHowFastAndSinceWhen() {
        HistoryReading history = new Past(0, 12 * MIB, 0).of(FreedBy.PROGRAM).reading(60, 0, 0);
        Growth growth = growth(history, LONG_AGO, usage(site(1, FreedBy.PROGRAM), 90, true, 0));
        SiteUsage dated = growth.lines().leaks().suspects().get(0);
        assertThat(dated.growthBytesPerMinute())
                .isEqualTo(history.risingSite(1).rise().bytesPerMinute())
                .isBetween(11 * MIB, 13 * MIB);
        assertThat(growth.ofLine(1).perMinute()).isEqualTo(dated.growthBytesPerMinute());
        assertThat(growth.count(Kind.LEAK)).isEqualTo(1);
        assertThat(growth.count(Kind.GROWING)).isZero();

        Growth steadyBySamples = growth(history, LONG_AGO, usage(site(1, FreedBy.PROGRAM), 90, false, 0));
        assertThat(steadyBySamples.lines().leaks().suspects())
                .as("what the past alone knows")
                .hasSize(1);
        assertThat(told(growth(history, LONG_AGO))).singleElement().asString().startsWith("LEAK com.acme.Cache.fill");
    }

    /** A collection that has not freed it is enough for good: a leak does not become "not known" again. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1, true",
        "3, 3, 3, 1, true",
        "0, 0, 1, 1, false",
        "0, 1, 1, 1, false",
        "0, 3, 3, 3, false",
        "3, 3, 4, 3, true"
    })
    void whatHasSurvivedACollectionStaysALeak(long before, long after, long now, int needed, boolean mayBeGarbage) {
        Past past = new Past(0, 12 * MIB, 0).of(FreedBy.COLLECTOR);
        past.history.countedBy(new History.Collections() {
            @Override
            public long count() {
                return now;
            }

            @Override
            public int needed() {
                return needed;
            }
        });
        HistoryReading history = past.reading(100, before, after);
        SiteUsage usage = usage(site(1, FreedBy.COLLECTOR), 90, true, 0);
        assertThat(kind(growth(history, LONG_AGO, usage))).isEqualTo(mayBeGarbage ? Kind.GROWING : Kind.LEAK);
        assertThat(kind(growth(history, LONG_AGO))).isEqualTo(mayBeGarbage ? Kind.GROWING : Kind.LEAK);
    }

    @Test
    void saysHowMuchOfRssIsExplained() {
        HistoryReading explained =
                new Past(12 * MIB, 12 * MIB, 0).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(explained, LONG_AGO)))
                .satisfiesExactly(
                        leak -> assertThat(leak).startsWith("LEAK com.acme.Cache.fill"),
                        rss -> assertThat(rss)
                                .startsWith("GROWING RSS: 3")
                                .endsWith(" since 08:00:00. The statements above may explain all of it."));

        HistoryReading third =
                new Past(12 * MIB, 4 * MIB, 0).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(third, LONG_AGO)))
                .satisfiesExactly(
                        leak -> assertThat(leak).startsWith("LEAK com.acme.Cache.fill"),
                        rss -> assertThat(rss).endsWith(" The statements above explain at most 33 % of it."),
                        rest -> assertThat(rest)
                                .startsWith("UNKNOWN rest of RSS growth: ")
                                .contains(", +8")
                                .endsWith(" Next: 'nmt rss PID'"));

        HistoryReading none = new Past(12 * MIB, 0, 0).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(none, LONG_AGO)))
                .satisfiesExactly(
                        rss -> assertThat(rss).endsWith(" Nothing that is tracked explains it."),
                        rest -> assertThat(rest).startsWith("UNKNOWN rest of RSS growth: "));

        History unsteady = new History();
        for (int i = 0; i < 60; i++) {
            long jumps = i / 25 * (50 * MIB);
            unsteady.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB + i * (2 * MIB))
                    .set(HistoryFigure.HEAP, 64 * MIB)
                    .set(HistoryFigure.TRACKED, 20 * MIB + jumps)
                    .build());
        }
        assertThat(told(growth(HistoryReading.of(unsteady, 0), LONG_AGO)))
                .satisfiesExactly(
                        rss -> assertThat(rss).contains(" Tracked memory and a larger Java heap explain 8"),
                        rest -> assertThat(rest).startsWith("UNKNOWN rest of RSS growth: "));

        HistoryReading heap =
                new Past(12 * MIB, 0, 12 * MIB).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(heap, LONG_AGO)))
                .singleElement()
                .asString()
                .contains("NORMAL RSS: ", " The Java heap was used for the first time: ")
                .doesNotContain(" 0 % of it");
    }

    /** G1 makes its heap smaller after a collection: what was used before is no part of RSS any more. */
    @Test
    void aHeapThatHasBecomeSmallerExplainsNothing() {
        History history = new History();
        for (int i = 0; i < 60; i++) {
            boolean isLarge = i < 20;
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB + i * (2 * MIB))
                    .set(HistoryFigure.HEAP, isLarge ? 256 * MIB : 14 * MIB)
                    .set(HistoryFigure.HEAP_USED, i == 19 ? 150 * MIB : 12 * MIB)
                    .build());
        }

        assertThat(told(growth(HistoryReading.of(history, 0), LONG_AGO)))
                .satisfiesExactly(
                        rss -> assertThat(rss)
                                .startsWith("GROWING RSS: ")
                                .endsWith(" Nothing that is tracked explains it."),
                        rest -> assertThat(rest).startsWith("UNKNOWN rest of RSS growth: "));
    }

    /** A recording has RSS of the JDK's events, too, which know nothing of commands. */
    @Test
    void rssIsThatOfThePointsThatKnowOfCommands() {
        History history = new History();
        for (int i = 0; i < 60; i++) {
            boolean isOwn = i % 2 == 0;
            HistoryPoint.Builder point = new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB + i * MIB);
            history.add((isOwn ? point.set(HistoryFigure.OWN, i * MIB) : point).build());
        }

        assertThat(told(growth(HistoryReading.of(history, 0), LONG_AGO)))
                .singleElement()
                .asString()
                .startsWith("NORMAL growth: ");
    }

    /** The category of files that the JDK maps is freed by the collector; a library may map and unmap by itself. */
    @Test
    void filesThatALibraryMapsAreNoGarbage() {
        for (FreedBy freedBy : List.of(FreedBy.PROGRAM, FreedBy.COLLECTOR)) {
            History history = new History();
            Frame frame = new Frame("one.nio.mem.MappedFile", "map", "MappedFile.java", 177, false);
            history.name(new Site(1, Category.MAPPED_FILE.name(), List.of(frame), frame, false, freedBy));
            for (int i = 0; i < 60; i++) {
                history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                        .category(Category.MAPPED_FILE.id(), new HistoryPoint.Usage(i * MIB, i, i * MIB))
                        .site(1, MIB)
                        .build());
            }

            assertThat(kind(growth(HistoryReading.of(history, 0), LONG_AGO)))
                    .isEqualTo(freedBy == FreedBy.PROGRAM ? Kind.LEAK : Kind.GROWING);
        }
    }

    @Test
    void handlesThatGrowAreLeaks() {
        HandleSite making =
                new HandleSite(site(9, FreedBy.PROGRAM), 30, 0, 5, 30, SECOND, 60, 0, true, 40 * SECOND, 0, List.of());
        HandleUsage usage = new HandleUsage("a.Thing", 42, 7, 5, 0, SECOND, List.of(making));
        Growth growth = Growth.of(found(), List.of(usage), nothing(), LONG_AGO, NOW);
        assertThat(told(growth))
                .containsExactly("LEAK a.Thing: 35 not closed, from com.acme.Cache.fill(Cache.java:9), +60/min since"
                        + " 08:09:20. Next: 'nmt handles PID'");
        assertThat(growth.count(Kind.LEAK)).isEqualTo(1);
    }

    /** Sessions that one line made were told to grow since it had made their options. */
    @Test
    void handlesOfTwoClassesThatOneLineMakesHaveTheirOwnStarts() {
        List<HandleUsage> usages = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            HandleSite making = new HandleSite(
                    site(9, FreedBy.PROGRAM), 30, 0, 5, 30, SECOND, 60, 0, true, i * 40L * SECOND, 0, List.of());
            usages.add(new HandleUsage("a.Thing" + i, 42, 7, 5, 0, SECOND, List.of(making)));
        }
        assertThat(told(Growth.of(found(), usages, nothing(), LONG_AGO, NOW)))
                .anyMatch(text -> text.contains("a.Thing1: ") && text.contains(" since 08:09:20"))
                .anyMatch(text -> text.contains("a.Thing2: ") && text.contains(" since 08:08:40"));
    }

    /** A third of the growth was the heap's first use, a third a leak, and all but the leak was told as unknown. */
    @Test
    void theHeapsFirstUseIsAPartOfWhatIsExplained() {
        HistoryReading thirds =
                new Past(12 * MIB, 8 * MIB, 4 * MIB).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(thirds, LONG_AGO)))
                .satisfiesExactly(
                        leak -> assertThat(leak).startsWith("LEAK com.acme.Cache.fill"),
                        rss -> assertThat(rss)
                                .contains(" The statements above and the heap's first use may explain all of"
                                        + " it. The Java heap was used for the first time: "));
    }

    /** RSS rose for three minutes, and "nor is RSS" was told. */
    @Test
    void noRiseIsDeniedThatThereIs() {
        History jump = new History();
        History heap = new History();
        for (int i = 0; i < 60; i++) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, (i < 52 ? 100 : 140) * MIB);
            jump.add(point.set(HistoryFigure.HEAP_USED, 8 * MIB).build());
            heap.add(point.set(HistoryFigure.HEAP_USED, (i < 52 ? 8 : 50) * MIB).build());
        }
        assertThat(told(growth(HistoryReading.of(jump, 0), LONG_AGO)))
                .containsExactly("UNKNOWN growth: too early to tell, RSS is 40 MB"
                        + " more than 2 min 30 s ago. Ask again in 60 s.");
        assertThat(told(growth(HistoryReading.left(jump, 0), LONG_AGO)))
                .containsExactly("UNKNOWN growth: too early to tell, RSS is 40 MB" + " more than 2 min 30 s ago.");
        assertThat(told(growth(HistoryReading.of(heap, 0), LONG_AGO)))
                .containsExactly("NORMAL growth: no call site or category grows steadily. RSS is 40 MB"
                        + " more than 2 min 30 s ago.");
    }

    /** Sixty percent of a rise were the heap's, and 56 MB of malloc were normal. */
    @Test
    void aHeapThatRisesHidesNoMore() {
        History both = new History();
        for (int i = 0; i < 60; i++) {
            both.add(new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, (i < 52 ? 100 : 240) * MIB)
                    .set(HistoryFigure.HEAP_USED, (i < 52 ? 8 : 92) * MIB)
                    .build());
        }
        assertThat(told(growth(HistoryReading.of(both, 0), LONG_AGO)))
                .singleElement()
                .asString()
                .startsWith("UNKNOWN growth: too early to tell, RSS is 140 MB more than");
    }

    /** "Ask again in 60 s" came back for minutes, and its seconds did not run down: RSS had made one step. */
    @Test
    void whatIsLeftRunsDownAndNormalStays() {
        for (boolean isPart : List.of(false, true)) {
            History step = new History();
            List<Integer> seconds = new ArrayList<>();
            String last = "";
            for (int i = 0; i < 100; i++) {
                long bytes = (i < 40 ? 100 : 140) * MIB + i * MIB / 50;
                step.add(new HistoryPoint.Builder(START + i * 4_000L)
                        .set(HistoryFigure.RSS, bytes)
                        .set(HistoryFigure.METASPACE, isPart ? bytes - 60 * MIB : 9 * MIB)
                        .build());
                last = told(growth(HistoryReading.of(step, 0), LONG_AGO)).get(0);
                Matcher left = Pattern.compile("Ask again in (\\d+) s").matcher(last);
                if (i >= 40 && left.find()) {
                    assertThat(seconds)
                            .as(last)
                            .doesNotContain(-1)
                            .allMatch(each -> each > Integer.parseInt(left.group(1)));
                    seconds.add(Integer.parseInt(left.group(1)));
                } else if (!seconds.isEmpty()) {
                    assertThat(last).startsWith("NORMAL growth: ");
                    seconds.add(-1);
                }
            }
            assertThat(seconds).hasSizeGreaterThan(20);
        }
    }

    /** "Ask again in 20 s" for 20 s, and then 45: samples and the past have their own times. */
    @Test
    void whatIsLeftOfAYoungProcessRunsDown() {
        History young = new History();
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            young.add(new HistoryPoint.Builder(START + i * 4_000L)
                    .set(HistoryFigure.RSS, (80 + i) * MIB)
                    .set(HistoryFigure.HEAP_RESIDENT, (20 + i) * MIB)
                    .build());
            Leaks early = new Leaks(60 * SECOND, List.of(), List.of(), List.of(), i < 5 ? 20 * SECOND : 0);
            HistoryReading reading = HistoryReading.of(young, 0);
            Growth growth = Growth.of(new LeaksByLine(early), List.of(), reading, LONG_AGO, NOW);
            Matcher left = Pattern.compile("Ask again in (\\d+) s")
                    .matcher(told(growth).get(0));
            boolean isLeft = left.find();
            assertThat(isLeft).isEqualTo(i < 15);
            if (isLeft) {
                assertThat(Integer.parseInt(left.group(1))).isLessThan(least);
                least = Integer.parseInt(left.group(1));
            }
        }
    }

    /** All was freed, so that no point has a line of code any more: a leak of 356 MB was told of 40 KB. */
    @Test
    void aLineWithoutBlocksIsNotTold() {
        assertThat(told(growth(HistoryReading.of(full(), 0), LONG_AGO)))
                .containsExactly("NORMAL growth: no call site, category or RSS grows steadily.");
    }

    /** One stack of a line goes on, and another one has stopped. */
    @Test
    void aLineIsToldOnce() {
        Frame line = site(1, FreedBy.PROGRAM).frames().get(0);
        Site another = new Site(3, "Direct Buffer", List.of(line), line, false, FreedBy.PROGRAM);
        assertThat(told(growth(HistoryReading.of(full(), 0), LONG_AGO, usage(another, 90, true, 0))))
                .filteredOn(text -> text.contains("Cache.java:1"))
                .singleElement()
                .asString()
                .startsWith("LEAK");
    }

    private static History full() {
        History full = new History();
        full.name(site(1, FreedBy.PROGRAM));
        for (int i = 0; i <= 60; i++) {
            full.add(new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB)
                    .site(1, Math.min(i, 50) * MIB)
                    .build());
        }
        return full;
    }

    /** The mean rate of a category goes on for minutes: of the same bytes, it said that they grow. */
    @Test
    void aCategoryWhoseLineHasStoppedDoesNotGrowByTheSameBytes() {
        assertThat(told(growth(stopped(MIB / 10), LONG_AGO)))
                .anyMatch(text -> text.startsWith("HELD com.acme.Cache.fill(Cache.java:1): 40 MB Direct Buffer. Grew"))
                .noneMatch(text -> text.contains("Direct Buffer: "));
        assertThat(told(growth(stopped(MIB), LONG_AGO)))
                .as("by others")
                .anyMatch(text -> text.contains("Direct Buffer: 56 MB, +"));
    }

    /** A line of code that grew for 40 points and stands still for 16, in which the rest of its category may grow. */
    private static HistoryReading stopped(long restBytes) {
        History history = new History();
        history.name(site(1, FreedBy.PROGRAM));
        for (int i = 0; i <= 56; i++) {
            long bytes = Math.min(i, 40) * MIB;
            long all = bytes + Math.max(0, i - 40) * restBytes;
            history.add(new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(all, 1, all, all))
                    .site(1, bytes)
                    .build());
        }
        return HistoryReading.left(history, 0);
    }

    /** A leak of 5 MB was told no more once it was steady for as long as it grew. */
    @Test
    void aSmallLeakThatHasStoppedStaysTold() {
        assertThat(told(growth(smallLeak(30, 1), LONG_AGO)).get(0))
                .startsWith("LEAK com.acme.Cache.fill(Cache.java:1): 5 MB Direct Buffer. Grew from");
        assertThat(told(growth(smallLeak(41, 1), LONG_AGO)).get(0))
                .startsWith("LEAK com.acme.Cache.fill(Cache.java:1): 5 MB Direct Buffer. Grew from");
        assertThat(told(growth(smallLeak(41, 0), LONG_AGO)))
                .as("no collection left it")
                .noneMatch(text -> text.contains("Cache.java:1"));
    }

    /** A line of code that grows for 20 points, with some collections of the whole heap after that. */
    private static HistoryReading smallLeak(int points, int collections) {
        History history = new History();
        history.name(site(1, FreedBy.COLLECTOR));
        for (int i = 0; i <= points; i++) {
            history.add(new HistoryPoint.Builder(NOW + (i - points) * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, 200 * MIB)
                    .set(HistoryFigure.FULL_COLLECTIONS, i > 25 ? collections : 0)
                    .site(1, Math.min(i, 20) * MIB / 4)
                    .build());
        }
        return HistoryReading.left(history, 0);
    }

    /** Samples alone said for minutes that a cache leaks which was full. */
    @Test
    void aCacheThatIsFullHasStopped() {
        History full = full();
        SiteUsage usage = usage(site(1, FreedBy.PROGRAM), 590, true, 0).withGrowth(true, 6 * MIB, 0, 590 * SECOND, 0);
        Growth growth = growth(HistoryReading.of(full, 0), LONG_AGO, usage);
        assertThat(told(growth))
                .containsExactly(
                        "HELD com.acme.Cache.fill(Cache.java:1): 50 MB Direct Buffer. Grew from 08:00:00 to 08:08:10."
                                + " Next: 'nmt sites PID'",
                        "NORMAL growth: no call site, category or RSS grows steadily.");
        assertThat(growth.count(Kind.LEAK) + growth.count(Kind.GROWING)).isZero();
        assertThat(growth.lines().leaks().holders()).noneMatch(SiteUsage::growing);
        assertThat(kind(growth(nothing(), LONG_AGO, usage)))
                .as("without points, samples tell")
                .isEqualTo(Kind.LEAK);
    }

    /** Only time tells a leak from a cache whose blocks the program frees. */
    @Test
    void aLeakOfHalfAnHourIsNoCache() {
        SiteUsage usage = usage(site(1, FreedBy.PROGRAM), 3600, true, 0);
        assertThat(told(growth(nothing(), LONG_AGO, usage)))
                .singleElement()
                .asString()
                .contains(" A cache that fills grows likewise. ");
        assertThat(told(growth(nothing(), LONG_AGO, usage.withGrowth(true, 6 * MIB, 0, 1800 * SECOND, 0))))
                .singleElement()
                .asString()
                .doesNotContain("cache that");
    }

    @Test
    void whereNothingGrowsItSaysHowFarThatIsKnown() {
        HistoryReading level = new Past(0, 0, 0).of(FreedBy.PROGRAM).reading(60, 0, 0);
        assertThat(told(growth(level, LONG_AGO)))
                .containsExactly("NORMAL growth: no call site, category or RSS grows steadily.");
        assertThat(told(growth(level, LONG_AGO, usage(site(2, FreedBy.PROGRAM), 9, false, 3))))
                .containsExactly("UNKNOWN growth of 1 call site: too early to tell. Ask again in 3 s.");
        assertThat(told(growth(nothing(), LONG_AGO, usage(site(2, FreedBy.PROGRAM), 9, false, 3))))
                .as("12 s were told, and then 41: samples tell before the past does")
                .containsExactly("UNKNOWN growth of 1 call site: too early to tell. Ask again in 64 s.");
        assertThat(told(growth(nothing(), LONG_AGO)))
                .containsExactly("UNKNOWN growth: too early to tell. Ask again in 64 s.");
        assertThat(told(growth(HistoryReading.left(new History(), 0), null)))
                .containsExactly("UNKNOWN growth: too early to tell, 64 s of history are missing.");
    }

    /** A category in which a pool has chunks, and some bytes beside them; those of lines of code may be known. */
    private static HistoryReading ofCategory(LongUnaryOperator chunks, LongUnaryOperator beside, long... ofLines) {
        History history = new History();
        for (int line = 0; line < ofLines.length; line++) {
            history.name(site(line + 1, FreedBy.PROGRAM));
        }
        for (int i = 0; i < 40; i++) {
            long own = beside.applyAsLong(i);
            long all = own + chunks.applyAsLong(i);
            HistoryPoint.Builder point = new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.FULL_COLLECTIONS, i / 10)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(all, 1, all, own));
            for (int line = 0; line < ofLines.length; line++) {
                // Up and down: none rises steadily.
                point.site(line + 1, 8 * MIB + (i < 20 ? 0 : ofLines[line]) + 2L * (i % 4) * MIB);
            }
            history.add(point.build());
        }
        return HistoryReading.of(history, 0);
    }

    @Test
    void chunksOfPoolsAreNoLeakOfTheirCategory() {
        LongUnaryOperator rises = i -> 16 * MIB + 4L * i * MIB;
        Growth pooled = growth(ofCategory(rises, i -> MIB), LONG_AGO);
        assertThat(told(pooled)).noneMatch(text -> text.contains("Direct Buffer"));

        Growth beside = growth(ofCategory(rises, i -> 5 * MIB + i * MIB), LONG_AGO);
        assertThat(told(beside))
                .containsExactly("LEAK Direct Buffer: 44 MB, +6 MB/min since 08:00:00. Survived 3 full collections."
                        + " Its line of code is unknown: none was sampled. Next: 'nmt leaks PID'");
    }

    /** As of a point in which pools were not read. */
    @Test
    void aCategoryWhoseChunksWereNotReadIsNotJudgedByThatPoint() {
        History history = new History();
        for (int i = 0; i < 40; i++) {
            long all = 16 * MIB + 4L * i * MIB;
            long own = i % 3 == 0 ? HistoryPoint.UNKNOWN : MIB;
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(all, 1, all, own))
                    .build());
        }
        assertThat(HistoryReading.of(history, 0).rising()).isEmpty();
    }

    /** A megabyte a minute is a sample or two: in one asking the line was named, in the next its category alone. */
    @Test
    void aLineThatWasToldIsToldWhileItsCategoryGoesOn() {
        assertThat(toldLately(6 * MIB, 10_000, 12 * MIB))
                .singleElement()
                .asString()
                .startsWith("LEAK com.acme.Cache.fill(Cache.java:2): 8 MB Direct Buffer, +6 MB/min");
        assertThat(toldLately(6 * MIB, 310_000, 12 * MIB)).as("long ago").anyMatch(GrowthTest::isOfCategory);
        assertThat(toldLately(60 * MIB, 10_000, 12 * MIB)).as("another growth").anyMatch(GrowthTest::isOfCategory);
        assertThat(toldLately(6 * MIB, 10_000, 2 * MIB)).as("a small part").anyMatch(GrowthTest::isOfCategory);
    }

    private static boolean isOfCategory(String text) {
        return text.startsWith("LEAK Direct Buffer: 79 MB, +6 MB/min");
    }

    /** Says what is told where the second line was told to rise some time ago; its samples rise by so much. */
    private static List<String> toldLately(long perMinute, long agoMillis, long risenBytes) {
        HistoryReading reading = ofCategory(i -> 0, i -> 40 * MIB + i * MIB, 0, risenBytes);
        long since = reading.endMillis() - 390_000;
        reading.told()
                .firstStart("SITE 2", new Rise(since, 390_000 - agoMillis, 0, 0, perMinute, 0, Rise.Before.LEVEL));
        SiteUsage level = usage(site(1, FreedBy.PROGRAM), 90, false, 0);
        SiteUsage risen = usage(site(2, FreedBy.PROGRAM), 90, false, 0);
        LeaksByLine found = found(level, risen);
        return told(
                new GrowthJudge(found, () -> List.of(level, risen), List.of(), MadeReading.NONE, reading, LONG_AGO, NOW)
                        .judge());
    }

    @Test
    void aCategoryThatLeaksNamesTheLineThatRoseMostWithIt() {
        LongUnaryOperator none = i -> 0;
        LongUnaryOperator rises = i -> 40 * MIB + i * MIB;
        SiteUsage level = usage(site(1, FreedBy.PROGRAM), 90, false, 0);
        SiteUsage risen = usage(site(2, FreedBy.PROGRAM), 90, false, 0);
        Growth growth = growth(ofCategory(none, rises, 0, 12 * MIB), LONG_AGO, level, risen);
        assertThat(told(growth))
                .singleElement()
                .asString()
                .startsWith("LEAK Direct Buffer: 79 MB, +6 MB/min")
                .contains(" % of its growth is from com.acme.Cache.fill(Cache.java:2).");
        assertThat(growth.lines().leaks().holders()).contains(risen);

        assertThat(told(growth(ofCategory(none, rises, 0, 0, 0), LONG_AGO, level)))
                .singleElement()
                .asString()
                .contains(" Its line of code is unknown: none of 3 rose with it.");
    }

    /** Without sampled buffers, the code that allocates the chunks is the line that holds most. */
    @Test
    void aLineThatTakesChunksGrowsOnlyWhileMoreOfThemIsInUse() {
        assertThat(told(growth(ofChunks(i -> MIB), LONG_AGO))).noneMatch(text -> text.contains("Cache.java"));
        assertThat(told(growth(ofChunks(i -> MIB + 4L * i * MIB), LONG_AGO)))
                .anyMatch(text -> text.startsWith("LEAK com.acme.Cache.fill(Cache.java:1): "));
    }

    private static HistoryReading ofChunks(LongUnaryOperator inUse) {
        Site line = site(1, FreedBy.PROGRAM);
        History history = new History();
        history.name(new Site(
                1, line.category(), line.frames(), line.leading(), true, FreedBy.PROGRAM, line.by(), line.cutAfter()));
        for (int i = 0; i < 40; i++) {
            long chunks = 16 * MIB + 4L * i * MIB;
            history.add(new HistoryPoint.Builder(START + (long) i * History.POINT_MILLIS)
                    .set(HistoryFigure.POOLED, inUse.applyAsLong(i))
                    .category(Category.DIRECT_BUFFER.id(), new HistoryPoint.Usage(chunks, 1, chunks, 0))
                    .site(1, chunks)
                    .build());
        }
        return HistoryReading.of(history, 0);
    }
}
