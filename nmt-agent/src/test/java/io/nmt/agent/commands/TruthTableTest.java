package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.golden.Fixed;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import io.nmt.core.model.Category;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Leaks;
import io.nmt.core.model.LeaksByLine;
import io.nmt.core.model.Site;
import io.nmt.core.model.SiteUsage;
import io.nmt.report.document.StatementText;
import io.nmt.report.judge.Growth;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Planted processes, of which all surfaces say the same, and the truth. */
public class TruthTableTest {
    private static final long MB = 1 << 20;
    private static final long POINT_MILLIS = 10_000;
    private static final int AN_HOUR = 360;
    private static final Times TIMES = new Times(ZoneOffset.UTC, Fixed.NOW.toEpochMilli());
    private static final Site CACHE = Fixed.site(1, "Direct Buffer", FreedBy.COLLECTOR, "Cache.put:42");
    private static final Site INDEX = Fixed.site(2, "Unsafe", FreedBy.PROGRAM, "Index.add:12");
    private static final Site STREAM = Fixed.site(3, "Zip", FreedBy.COLLECTOR, "Compressor.begin:31");

    /**
     * A planted process.
     *
     * @param name of it
     * @param plant makes its past
     * @param lines of code, as its samples tell of them
     * @param expected the kinds and names of the statements, in their order
     * @param perMinute bytes by which the first of them grows
     */
    public record Plant(String name, Past plant, List<SiteUsage> lines, List<String> expected, long perMinute) {
        @Override
        public String toString() {
            return name;
        }

        public Situation situation() {
            Situation quiet = Situations.quiet();
            return new Situation(
                    name,
                    quiet.snapshot(),
                    quiet.details(),
                    lines,
                    new LeaksByLine(new Leaks(
                            Fixed.MINUTE,
                            lines.stream().filter(SiteUsage::growing).toList(),
                            lines.stream().filter(usage -> !usage.growing()).toList(),
                            List.of(),
                            0)),
                    quiet.pools(),
                    List.of(),
                    quiet.sampling(),
                    quiet.resident(),
                    quiet.earlier(),
                    plant.history());
        }
    }

    /** A past of points: what each line of code holds, the heap, and how often that was collected. */
    public static final class Past {
        private final int points;
        private IntToLongFunction cache = i -> 8 * MB;
        private IntToLongFunction index = i -> 4 * MB;
        private IntToLongFunction stream = i -> MB;
        private IntToLongFunction heap = i -> 64 * MB;
        private IntToLongFunction others = i -> 30 * MB;
        private IntToLongFunction collections = i -> 0;
        private IntToLongFunction metaspace = i -> 10 * MB;
        private IntToLongFunction files = i -> 20 * MB;
        private IntToLongFunction threads = i -> 12;
        private IntToLongFunction own = i -> 0;

        private Past(int points) {
            this.points = points;
        }

        static Past of(int points) {
            return new Past(points);
        }

        Past cache(IntToLongFunction bytes) {
            cache = bytes;
            return this;
        }

        Past index(IntToLongFunction bytes) {
            index = bytes;
            return this;
        }

        Past stream(IntToLongFunction bytes) {
            stream = bytes;
            return this;
        }

        Past heap(IntToLongFunction bytes) {
            heap = bytes;
            return this;
        }

        Past others(IntToLongFunction bytes) {
            others = bytes;
            return this;
        }

        Past collections(IntToLongFunction count) {
            collections = count;
            return this;
        }

        Past metaspace(IntToLongFunction bytes) {
            metaspace = bytes;
            return this;
        }

        Past files(IntToLongFunction bytes) {
            files = bytes;
            return this;
        }

        Past threads(IntToLongFunction count) {
            threads = count;
            return this;
        }

        Past own(IntToLongFunction bytes) {
            own = bytes;
            return this;
        }

        private long rss(int i) {
            return Stream.of(cache, index, stream, heap, others, metaspace, files, own)
                    .mapToLong(part -> part.applyAsLong(i))
                    .sum();
        }

        History history() {
            History history = new History();
            List.of(CACHE, INDEX, STREAM).forEach(history::name);
            long start = Fixed.NOW.toEpochMilli() - points * POINT_MILLIS;
            for (int i = 0; i <= points; i++) {
                long tracked = cache.applyAsLong(i) + index.applyAsLong(i) + stream.applyAsLong(i);
                history.add(new HistoryPoint.Builder(start + i * POINT_MILLIS)
                        .set(HistoryFigure.RSS, rss(i))
                        .set(HistoryFigure.ANONYMOUS, rss(i) - files.applyAsLong(i))
                        .set(HistoryFigure.FILES, files.applyAsLong(i))
                        .set(HistoryFigure.METASPACE, metaspace.applyAsLong(i))
                        .set(HistoryFigure.THREADS, threads.applyAsLong(i))
                        .set(HistoryFigure.OWN, own.applyAsLong(i))
                        .set(HistoryFigure.HEAP, heap.applyAsLong(i))
                        .set(HistoryFigure.TRACKED, tracked)
                        .set(HistoryFigure.FULL_COLLECTIONS, collections.applyAsLong(i))
                        .category(Category.DIRECT_BUFFER.id(), usage(cache.applyAsLong(i)))
                        .category(Category.UNSAFE.id(), usage(index.applyAsLong(i)))
                        .category(Category.ZIP.id(), usage(stream.applyAsLong(i)))
                        .site(CACHE.id(), cache.applyAsLong(i))
                        .site(INDEX.id(), index.applyAsLong(i))
                        .site(STREAM.id(), stream.applyAsLong(i))
                        .build());
            }
            return history;
        }

        private static HistoryPoint.Usage usage(long bytes) {
            return new HistoryPoint.Usage(bytes, 1 + bytes / 1000, bytes);
        }
    }

    private static SiteUsage leaks(Site site, long bytes, long perMinute) {
        return Fixed.grows(site, bytes, 0, 100, perMinute, 0, 5 * Fixed.MINUTE);
    }

    private static SiteUsage holds(Site site, long bytes) {
        return Fixed.holds(site, bytes, 0, 100, 20 * Fixed.MINUTE);
    }

    /** As fast as a megabyte at each point: six a minute. */
    private static long risen(int i) {
        return i * MB;
    }

    private static final String CACHE_LEAKS = "LEAK com.acme.Cache.put(Cache.java:42)";
    private static final String INDEX_LEAKS = "LEAK com.acme.Index.add(Index.java:12)";
    private static final String CACHE_GROWS = "GROWING com.acme.Cache.put(Cache.java:42)";
    private static final String STREAM_GROWS = "GROWING com.acme.Compressor.begin(Compressor.java:31)";
    private static final String RSS = "GROWING RSS";
    private static final String REST = "UNKNOWN rest of RSS growth";
    private static final String HEAP = "NORMAL Java heap";
    private static final String NOTHING = "NORMAL growth";

    private static final String METASPACE = "GROWING Metaspace";
    private static final String FILES = "GROWING Mapped Files";
    private static final String THREADS = "GROWING Threads";
    private static final String UNKNOWN = "UNKNOWN growth";

    public static Stream<Plant> plants() {
        IntToLongFunction often = i -> i / 30;
        List<SiteUsage> quiet = List.of(holds(CACHE, 8 * MB), holds(INDEX, 4 * MB));
        return Stream.of(
                new Plant("nothing", Past.of(AN_HOUR), quiet, List.of(NOTHING), 0),
                new Plant(
                        "two leaks",
                        Past.of(60)
                                .cache(i -> risen(2 * i))
                                .index(TruthTableTest::risen)
                                .collections(often),
                        List.of(leaks(CACHE, 120 * MB, 12 * MB), leaks(INDEX, 60 * MB, 6 * MB)),
                        List.of(CACHE_LEAKS, INDEX_LEAKS, RSS),
                        12 * MB),
                new Plant(
                        "a leak that samples do not tell yet",
                        Past.of(60).index(TruthTableTest::risen),
                        quiet,
                        List.of(INDEX_LEAKS, RSS),
                        6 * MB),
                new Plant(
                        "a leak whose heap is never collected",
                        Past.of(60).cache(TruthTableTest::risen),
                        List.of(leaks(CACHE, 60 * MB, 6 * MB)),
                        List.of(CACHE_GROWS, RSS),
                        6 * MB),
                new Plant(
                        "garbage zip streams",
                        Past.of(60).stream(TruthTableTest::risen),
                        List.of(holds(STREAM, 60 * MB)),
                        List.of(STREAM_GROWS, RSS),
                        6 * MB),
                new Plant(
                        "a leak of 90 s, by its samples alone",
                        Past.of(9).index(TruthTableTest::risen),
                        List.of(leaks(INDEX, 9 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS),
                        6 * MB),
                new Plant(
                        "a cache that fills and stops",
                        Past.of(AN_HOUR).cache(i -> risen(Math.min(i, 90))),
                        quiet,
                        List.of(NOTHING),
                        0),
                new Plant("a sawtooth", Past.of(AN_HOUR).cache(i -> risen(i % 24)), quiet, List.of(NOTHING), 0),
                new Plant(
                        "a leak that begins after two hours",
                        Past.of(2 * AN_HOUR + 30).index(i -> 4 * MB + risen(Math.max(0, i - 2 * AN_HOUR))),
                        quiet,
                        List.of(INDEX_LEAKS, RSS),
                        6 * MB),
                new Plant(
                        "a leak under a heap that grows",
                        Past.of(60).index(TruthTableTest::risen).heap(i -> 64 * MB + risen(3 * i)),
                        List.of(leaks(INDEX, 60 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS, HEAP, RSS),
                        6 * MB),
                new Plant(
                        "class loaders",
                        Past.of(60).metaspace(i -> 10 * MB + risen(2 * i)),
                        quiet,
                        List.of(METASPACE, RSS),
                        12 * MB),
                new Plant(
                        "class loaders, with names in malloc's memory",
                        Past.of(60).metaspace(i -> 10 * MB + risen(3 * i)).others(i -> 30 * MB + risen(i)),
                        quiet,
                        List.of(METASPACE, RSS),
                        18 * MB),
                new Plant(
                        "pages of mapped files",
                        Past.of(60).files(i -> 20 * MB + risen(i)),
                        quiet,
                        List.of(FILES, RSS),
                        6 * MB),
                new Plant(
                        "threads",
                        Past.of(60).threads(i -> 12 + 10 * i).others(i -> 30 * MB + risen(i)),
                        quiet,
                        List.of(THREADS, RSS),
                        60),
                new Plant(
                        "class loaders beside more of native code",
                        Past.of(60).metaspace(i -> 10 * MB + risen(i)).others(i -> 30 * MB + risen(2 * i)),
                        quiet,
                        List.of(METASPACE, RSS, REST),
                        6 * MB),
                new Plant(
                        "a jump of native code",
                        Past.of(60).others(i -> 30 * MB + (i < 48 ? 0 : 40 * MB)),
                        quiet,
                        List.of(UNKNOWN),
                        0),
                new Plant(
                        "commands of ours in a quiet process",
                        Past.of(30).own(i -> i / 2 * (2 * MB)),
                        quiet,
                        List.of(NOTHING),
                        0),
                new Plant(
                        "a cache of Unsafe memory, full for two minutes",
                        Past.of(AN_HOUR).index(i -> 4 * MB + risen(Math.min(i, AN_HOUR - 12))),
                        List.of(leaks(INDEX, 352 * MB, 6 * MB)),
                        List.of(NOTHING),
                        0),
                new Plant(
                        "malloc of native code",
                        Past.of(60).others(i -> 30 * MB + risen(2 * i)),
                        quiet,
                        List.of(RSS, REST),
                        12 * MB),
                new Plant(
                        "a leak beside more of native code",
                        Past.of(60).index(TruthTableTest::risen).others(i -> 30 * MB + risen(2 * i)),
                        List.of(leaks(INDEX, 60 * MB, 6 * MB)),
                        List.of(INDEX_LEAKS, RSS, REST),
                        6 * MB));
    }

    private static Growth growth(Situation situation) {
        return FixedAnswers.growth(situation, HistoryReading.of(situation.history(), 0));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void isTold(Plant plant) {
        List<Statement> statements = growth(plant.situation()).statements();
        assertThat(statements)
                .extracting(statement ->
                        statement.kind() + " " + statement.subject().name())
                .containsExactlyElementsOf(plant.expected);
        assertThat(statements.get(0).perMinute()).isBetween(plant.perMinute * 9 / 10, plant.perMinute * 11 / 10);
    }

    /** The same sentences, and the same figures for scripts. */
    @ParameterizedTest
    @MethodSource("plants")
    void allSurfacesSayTheSame(Plant plant) throws Exception {
        Situation situation = plant.situation();
        List<Statement> statements = growth(situation).statements();
        String page = new ObjectMapper()
                .readTree(FixedAnswers.page(situation))
                .findValuesAsText("text")
                .toString();
        for (Statement statement : statements) {
            String told = StatementText.of(statement.withNext(Statement.Next.NONE), TIMES);
            assertThat(FixedAnswers.of(situation, "leaks", "top=0")).contains(told);
            assertThat(FixedAnswers.of(situation, "rss", "top=0")).contains(told);
            assertThat(FixedAnswers.of(situation, "history", "top=0")).contains(told);
            assertThat(page).contains(told);
        }
        for (String command : List.of("leaks", "rss", "history")) {
            List<JsonNode> json = new ArrayList<>();
            new ObjectMapper()
                    .readTree(FixedAnswers.of(situation, command, "json", "top=0"))
                    .get("statements")
                    .forEach(json::add);
            // What rss alone tells, of resident memory.
            json.removeIf(statement -> List.of("component", "file")
                            .contains(statement.get("subject").asText())
                    && statements.stream()
                            .noneMatch(each -> each.subject()
                                    .name()
                                    .equals(statement.get("name").asText())));
            assertThat(json).as(command).hasSameSizeAs(statements);
            for (int i = 0; i < json.size(); i++) {
                assertThat(json.get(i).get("kind").asText())
                        .isEqualTo(statements.get(i).kind().name());
                JsonNode perMinute = json.get(i).path("bytesPerMinute");
                assertThat((perMinute.isMissingNode() ? json.get(i).path("perMinute") : perMinute).asLong())
                        .isEqualTo(statements.get(i).perMinute());
            }
        }
    }

    /** What a process leaves, or a recording tells, knows no samples: what its past tells is the same. */
    @ParameterizedTest
    @MethodSource("plants")
    void thePastAloneSaysTheSame(Plant plant) {
        if (plant.plant.points < HistoryReading.DATED_MILLIS / POINT_MILLIS) {
            return;
        }
        Situation situation = plant.situation();
        HistoryReading past = HistoryReading.left(situation.history(), 0);
        LeaksByLine noSamples = new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0));
        Growth left = Growth.of(noSamples, List.of(), past, null, past.endMillis());
        assertThat(left.statements())
                .extracting(statement ->
                        statement.kind() + " " + statement.subject().name() + " " + statement.perMinute())
                .containsExactlyElementsOf(growth(situation).statements().stream()
                        .map(statement ->
                                statement.kind() + " " + statement.subject().name() + " " + statement.perMinute())
                        .toList());
        assertThat(left.statements()).allMatch(statement -> statement.next() == Statement.Next.NONE);
    }

    /** Of any past: parts are no more than the whole, nothing is told twice, and no statement denies another one. */
    @Test
    void noStatementContradictsAnotherOne() {
        Random random = new Random(1);
        for (int seed = 0; seed < 300; seed++) {
            Past past = Past.of(20 + random.nextInt(AN_HOUR)).cache(shape(random)).index(shape(random)).stream(
                            shape(random))
                    .heap(shape(random))
                    .others(shape(random))
                    .collections(i -> i / 100);
            List<SiteUsage> lines = new ArrayList<>(List.of(holds(INDEX, 4 * MB)));
            if (random.nextBoolean()) {
                lines.add(leaks(CACHE, 50 * MB, 5 * MB));
            }
            Plant plant = new Plant("of seed " + seed, past, lines, List.of(), 0);
            check(growth(plant.situation()), plant.name);
        }
    }

    private static void check(Growth growth, String name) {
        List<Statement> all = growth.statements();
        assertThat(all).as(name).isNotEmpty();
        assertThat(all.stream().map(Statement::subject)).as(name).doesNotHaveDuplicates();
        boolean grows = all.stream().anyMatch(Statement::grows);
        assertThat(all.stream().anyMatch(statement -> statement.subject().type() == SubjectType.PROCESS))
                .as(name)
                .isEqualTo(!grows);
        Statement rss = figure(all, "RSS");
        Statement rest = figure(all, "rest of RSS growth");
        if (rest != null) {
            assertThat(rss).as(name).isNotNull();
            assertThat(rest.perMinute()).as(name).isLessThanOrEqualTo(rss.perMinute());
            assertThat(rss.evidence(Basis.EXPLAINED_PERCENT)).as(name).isLessThan(90);
        }
        assertThat(growth.lines().leaks().suspects())
                .as(name)
                .allMatch(usage -> growth.ofLine(usage.site().id()).kind() == Kind.LEAK);
        assertThat(growth.lines().leaks().holders())
                .as(name)
                .allMatch(
                        usage -> usage.growing() == (growth.ofLine(usage.site().id()) != null));
    }

    private static Statement figure(List<Statement> all, String name) {
        return all.stream()
                .filter(statement -> statement.subject().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static IntToLongFunction shape(Random random) {
        long level = (1 + random.nextInt(100)) * MB;
        int bend = random.nextInt(200);
        long slope = random.nextInt(5) * MB / 2;
        int period = 5 + random.nextInt(40);
        return switch (random.nextInt(4)) {
            case 0 -> i -> level;
            case 1 -> i -> level + slope * i;
            case 2 -> i -> level + slope * Math.max(0, i - bend);
            default -> i -> level + slope * (i % period);
        };
    }
}
