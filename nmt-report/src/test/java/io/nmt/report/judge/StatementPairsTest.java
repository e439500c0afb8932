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
import io.nmt.report.document.StatementText;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import io.nmt.report.past.ResidentPoint;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** All statements of one answer, on growth and on resident memory, of any past: none denies another one. */
class StatementPairsTest {
    private static final long MB = 1 << 20;
    private static final int MAX_WORDS = 20;
    private static final long POINT_SECONDS = 10;
    private static final int READING_POINTS = 6;
    private static final int CLASS_SPACE = 9; // MB
    private static final Site CACHE = site(1, "Direct Buffer", FreedBy.COLLECTOR);
    private static final Site INDEX = site(2, "Unsafe", FreedBy.PROGRAM);

    private static Site site(int id, String category, FreedBy freedBy) {
        Frame frame = new Frame("com.acme.Cache", "put", "Cache.java", id, false);
        return new Site(id, category, List.of(frame), frame, false, freedBy);
    }

    /** A process over time, in MB: what each part of its memory is at each point. */
    private record Planted(
            int points,
            boolean fromStart,
            boolean handles,
            IntUnaryOperator cache,
            IntUnaryOperator index,
            IntUnaryOperator heap,
            IntUnaryOperator libraries,
            IntUnaryOperator free,
            IntUnaryOperator threads,
            IntUnaryOperator metaspace,
            IntUnaryOperator files,
            Kind stopped) {

        static Planted of(Random random) {
            return new Planted(
                    20 + random.nextInt(300),
                    random.nextBoolean(),
                    random.nextInt(4) == 0,
                    shape(random),
                    shape(random),
                    shape(random),
                    shape(random),
                    shape(random),
                    shape(random),
                    shape(random),
                    shape(random),
                    List.of(Kind.LEAK, Kind.HELD, Kind.NORMAL).get(random.nextInt(3)));
        }

        Readings at(int point) {
            Readings readings = Readings.of(
                            Component.JAVA_HEAP,
                            heap.applyAsInt(point),
                            Component.JVM_MALLOC,
                            20,
                            Component.NATIVE_LIBRARIES,
                            libraries.applyAsInt(point),
                            Component.MALLOC_FREE,
                            free.applyAsInt(point),
                            Component.METASPACE,
                            metaspace.applyAsInt(point),
                            Component.CLASS_SPACE,
                            CLASS_SPACE,
                            Component.THREAD_STACKS,
                            threads.applyAsInt(point) / 2,
                            Component.GC,
                            12,
                            Component.JVM_MAPPINGS,
                            14)
                    .file(
                            "/tmp/spill (deleted)",
                            false,
                            files.applyAsInt(point),
                            files.applyAsInt(point) / 2,
                            (files.applyAsInt(point) + 1) / 2,
                            0,
                            0)
                    .line(Category.DIRECT_BUFFER.name(), cache.applyAsInt(point), "")
                    .line(Category.UNSAFE.name(), index.applyAsInt(point), "")
                    .threads(threads.applyAsInt(point))
                    .at(point * POINT_SECONDS);
            return fromStart ? readings : readings.late();
        }

        private HistoryReading history() {
            History history = new History();
            history.name(CACHE);
            history.name(INDEX);
            for (int i = 0; i <= points; i++) {
                long rss = at(i).reading().memory().rssBytes();
                long tracked = (cache.applyAsInt(i) + index.applyAsInt(i)) * MB;
                history.add(new HistoryPoint.Builder(i * POINT_SECONDS * 1000L)
                        .set(HistoryFigure.RSS, rss)
                        .set(HistoryFigure.HEAP, heap.applyAsInt(i) * MB)
                        .set(HistoryFigure.HEAP_USED, heap.applyAsInt(i) * MB / (1 + i % 3))
                        .set(HistoryFigure.METASPACE, (metaspace.applyAsInt(i) + CLASS_SPACE) * MB)
                        .set(HistoryFigure.FILES, files.applyAsInt(i) * MB)
                        .set(HistoryFigure.TRACKED, tracked)
                        .set(HistoryFigure.THREADS, threads.applyAsInt(i))
                        .set(HistoryFigure.FULL_COLLECTIONS, i / 50)
                        .category(Category.DIRECT_BUFFER.id(), usage(cache.applyAsInt(i)))
                        .category(Category.UNSAFE.id(), usage(index.applyAsInt(i)))
                        .site(CACHE.id(), cache.applyAsInt(i) * MB)
                        .site(INDEX.id(), index.applyAsInt(i) * MB)
                        .build());
            }
            return HistoryReading.of(history, 0);
        }

        private static HistoryPoint.Usage usage(long megabytes) {
            return new HistoryPoint.Usage(megabytes * MB, 1, megabytes * MB);
        }

        private List<HandleUsage> openHandles() {
            HandleSite site = new HandleSite(
                    site(9, "", FreedBy.PROGRAM), 700, 0, 0, 700, 1, 60, 0, true, 60_000_000_000L, 0, List.of());
            return handles
                    ? List.of(new HandleUsage("org.rocksdb.RocksIterator", 700, 0, 0, 0, 1, List.of(site)))
                    : List.of();
        }

        /** Threads and loaders that have stopped, with a part of stacks and of metaspace. */
        private List<Statement> stoppedBefore() {
            long seen = threads.applyAsInt(points) / 3;
            long loaders = metaspace.applyAsInt(points) / 6;
            return List.of(
                    stopped(SubjectType.THREAD, seen, new Evidence(Basis.STACK_BYTES, seen / 2 * MB)),
                    stopped(SubjectType.LOADER, loaders, new Evidence(Basis.METASPACE_BYTES, loaders * MB)));
        }

        private Statement stopped(SubjectType type, long count, Evidence bytes) {
            return new Statement(
                    stopped,
                    new Subject(type, "com.acme." + type, "com.acme.Plugins.load(Plugins.java:7)", 7),
                    count,
                    0,
                    0,
                    0,
                    0,
                    List.of(bytes, new Evidence(Basis.GREW_UNTIL_MILLIS, 1_000)),
                    Next.NONE);
        }

        List<Statement> judge() {
            List<ResidentPoint> earlier = new ArrayList<>();
            for (int i = 0; i < points; i += READING_POINTS) {
                earlier.add(at(i).earlier());
            }
            List<Statement> growth = new ArrayList<>(Growth.of(
                            new LeaksByLine(new Leaks(0, List.of(), List.of(), List.of(), 0)),
                            openHandles(),
                            history(),
                            new WholeHeapCollections.Last(WholeHeapCollections.UNKNOWN),
                            points * POINT_SECONDS * 1000L)
                    .statements());
            if (stopped != Kind.NORMAL) {
                growth.addAll(stoppedBefore());
            }
            return ResidentJudge.merged(growth, ResidentJudge.of(at(points).reading(), earlier, growth));
        }
    }

    /** Tells of no byte twice: what is not told of threads and loaders is the rest. */
    private static void assertStopped(List<Statement> all, Planted process, String name) {
        long stacks = process.threads.applyAsInt(process.points) / 2;
        long metaspace = (long) process.metaspace.applyAsInt(process.points) + CLASS_SPACE;
        assertRest(all, Component.THREAD_STACKS.label(), Basis.STACK_BYTES, stacks, name);
        assertRest(all, "Metaspace with class space", Basis.METASPACE_BYTES, metaspace, name);
    }

    private static void assertRest(List<Statement> all, String row, Basis part, long megabytes, String name) {
        long told = all.stream()
                .mapToLong(statement -> Math.max(0, statement.evidence(part)))
                .sum();
        assertThat(all)
                .as(name)
                .filteredOn(each -> each.subject().name().equals(row) && !each.grows())
                .allMatch(each -> each.amount() == megabytes * MB - told)
                .allMatch(each -> Math.max(0, each.evidence(Basis.BESIDE_GROWING_BYTES)) == told);
    }

    private static IntUnaryOperator shape(Random random) {
        int level = 1 + random.nextInt(100);
        int bend = random.nextInt(200);
        int slope = random.nextInt(3);
        int period = 5 + random.nextInt(40);
        return switch (random.nextInt(5)) {
            case 0 -> i -> level;
            case 4 -> i -> level + (i < bend ? 0 : 50 * slope);
            case 1 -> i -> level + slope * i;
            case 2 -> i -> level + slope * Math.max(0, i - bend);
            default -> i -> level + slope * (i % period);
        };
    }

    @Test
    void noStatementDeniesAnotherOne() {
        Random random = new Random(1);
        int growing = 0;
        for (int seed = 0; seed < 600; seed++) {
            Planted process = Planted.of(random);
            List<Statement> all = process.judge();
            String name = seed + ": " + StatementText.of(all, new Times(ZoneOffset.UTC, 0));

            assertThat(all.stream().map(Statement::subject)).as(name).doesNotHaveDuplicates();
            assertGrowth(all, name);
            assertAmounts(all, process, name);
            assertStopped(all, process, name);
            assertThat(all.stream()
                            .anyMatch(statement -> statement.subject().name().equals("Java Heap")))
                    .as(name)
                    .isTrue();
            assertThat(process.fromStart && name.contains("before tracking"))
                    .as(name)
                    .isFalse();
            growing += all.stream().anyMatch(statement -> statement.subject().type() == SubjectType.COUNT) ? 1 : 0;
        }
        assertThat(growing).isPositive();
    }

    /** RSS rises where a line of it does, and "nothing grows" stands beside nothing that does. */
    private static void assertGrowth(List<Statement> all, String name) {
        boolean rssGrows = of(all, SubjectType.FIGURE).stream()
                .anyMatch(statement -> statement.subject().name().equals("RSS"));
        assertThat(of(all, SubjectType.COMPONENT))
                .as(name)
                .allMatch(statement -> rssGrows
                        || !statement.grows()
                        || isOfOwnFigure(statement)
                        || statement.subject().name().equals(Growth.JAVA_HEAP))
                .allMatch(statement -> statement.grows() || statement.kind() != Kind.GROWING);
        boolean grows = all.stream().anyMatch(Statement::grows);
        assertThat(of(all, SubjectType.PROCESS).isEmpty()).as(name).isEqualTo(grows);
        List<Statement> handles = of(all, SubjectType.HANDLE);
        boolean unexplained =
                all.stream().anyMatch(statement -> statement.subject().name().equals("rest of RSS growth"));
        if (!handles.isEmpty()) {
            assertThat(unexplained).as(name).isFalse();
            assertThat(handles).as(name).allMatch(statement -> statement.next() == Next.HANDLES);
            boolean mayHold = handles.get(0).evidence(Basis.MAY_HOLD_PER_MINUTE) > 0;
            Statement first = all.stream()
                    .filter(statement -> statement.kind() != Kind.LIMIT)
                    .findFirst()
                    .orElseThrow();
            assertThat(!mayHold || first.equals(handles.get(0))).as(name).isTrue();
        }
    }

    /** The past has these by themselves: they may grow while RSS, with other parts, does not. */
    private static boolean isOfOwnFigure(Statement statement) {
        return statement.evidence(Basis.COMMITTED) != Statement.UNKNOWN
                || statement.subject().name().equals(Component.MAPPED_FILES.label());
    }

    /** Parts are at most the whole. */
    private static void assertAmounts(List<Statement> all, Planted process, String name) {
        List<Statement> components = of(all, SubjectType.COMPONENT);
        long rss = process.at(process.points).reading().memory().rssBytes();
        assertThat(components.stream().mapToLong(Statement::amount).sum())
                .as(name)
                .isLessThanOrEqualTo(rss);
        List<String> rows =
                List.of("JVM malloc", "Garbage Collector", "JVM mappings", "malloc retained", "Other Mapped Files");
        for (Statement statement : components) {
            if (rows.contains(statement.subject().name())) {
                assertThat(statement.amount() + Math.max(0, statement.evidence(Basis.BESIDE_GROWING_BYTES)))
                        .as(name)
                        .isEqualTo(process.at(process.points)
                                .reading()
                                .memory()
                                .line(statement.subject().name())
                                .residentBytes());
            }
        }
        long ofFiles = components.stream()
                .filter(each -> each.subject().name().contains("Mapped Files"))
                .mapToLong(Statement::amount)
                .sum();
        assertThat(ofFiles).as(name).isLessThanOrEqualTo(process.files.applyAsInt(process.points) * MB);
        for (Category category : List.of(Category.DIRECT_BUFFER, Category.UNSAFE)) {
            long whole = process.at(process.points)
                    .reading()
                    .memory()
                    .line(category.name())
                    .residentBytes();
            long told = 0;
            for (Statement statement : all) {
                // What is near a limit is told whole.
                boolean isPart = statement.kind() != Kind.LIMIT
                        && (statement.subject().category().equals(category.name())
                                || statement.subject().name().equals(category.name()));
                told += isPart ? statement.amount() : 0;
            }
            assertThat(told).as(name).isLessThanOrEqualTo(whole);
        }
    }

    private static List<Statement> of(List<Statement> all, SubjectType type) {
        return all.stream()
                .filter(statement -> statement.subject().type() == type)
                .toList();
    }

    /** Words that the reader of a page at night reads: at most 20 in a sentence, none of which asks. */
    @Test
    void sentencesAreShort() {
        Random random = new Random(2);
        for (int seed = 0; seed < 200; seed++) {
            for (String line : StatementText.of(Planted.of(random).judge(), new Times(ZoneOffset.UTC, 0))) {
                assertThat(Arrays.asList(line.split("(?<=[.]) ")))
                        .as(line)
                        .allMatch(sentence -> sentence.split(" ").length <= MAX_WORDS)
                        .noneMatch(sentence -> sentence.matches("(What|Which|Whether|How|Of|That|Where) .*"));
            }
        }
    }
}
