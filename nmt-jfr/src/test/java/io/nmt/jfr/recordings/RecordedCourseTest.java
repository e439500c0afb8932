package io.nmt.jfr.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.nmt.core.model.Category;
import io.nmt.core.model.FreedBy;
import io.nmt.jfr.WrittenRecording;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Basis;
import io.nmt.report.model.CodeOwner;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.model.JvmSetup;
import io.nmt.report.model.Statement;
import io.nmt.report.model.ToldGrowth;
import io.nmt.report.page.Mark;
import io.nmt.report.page.RecordedCourse;
import io.nmt.report.page.RecordedPast;
import io.nmt.report.page.SampledBlocks;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedCourseTest {
    private static final long MB = 1 << 20;

    @TempDir
    private Path directory;

    private RecordedCourse read(Path file) throws IOException {
        return RecordingReader.readCourse(List.of(file), percent -> {});
    }

    @Test
    void figuresOverTime() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.usage("Unsafe", 5 * MB, 5 * MB, 2);
            recording.total(5 * MB, 5 * MB, 2);
            recording.resident(1, "RSS", 100 * MB);
            recording.pressure("cgroup limit", 90 * MB, 100 * MB);
        }
        List<Integer> told = new ArrayList<>();

        RecordedCourse course = RecordingReader.readCourse(List.of(file), told::add);

        HistoryPoint last = course.points().get(course.points().size() - 1);
        assertThat(last.categories().get(Category.UNSAFE.id()).bytes()).isEqualTo(5 * MB);
        assertThat(course.points()).anyMatch(point -> point.get(HistoryFigure.RSS) == 100 * MB);
        assertThat(course.points()).anyMatch(point -> point.get(HistoryFigure.TRACKED) == 5 * MB);
        assertThat(course.marks())
                .singleElement()
                .satisfies(mark -> assertThat(mark.kind()).isEqualTo("pressure"))
                .extracting(Mark::text)
                .asString()
                .startsWith("Memory pressure (cgroup limit): 90 MB of 100 MB in use");
        assertThat(course.fromMillis()).isLessThanOrEqualTo(course.toMillis());
        assertThat(told).startsWith(0).endsWith(100);
    }

    /** A reading of resident memory is made once a minute, too seldom to tell what grows. */
    @Test
    void pointsOfTheHistory() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.resident(1, "Metaspace", 7 * MB);
            recording.resident(1, "RSS", 90 * MB);
            tick();
            recording.process(new HistoryPoint.Builder(0)
                    .set(HistoryFigure.RSS, 100 * MB)
                    .set(HistoryFigure.METASPACE, 9 * MB)
                    .set(HistoryFigure.THREADS, 12)
                    .set(HistoryFigure.FULL_COLLECTIONS, 3)
                    .set(HistoryFigure.OWN, MB)
                    .build());
        }

        List<HistoryPoint> points = read(file).points();

        assertThat(points)
                .extracting(point -> point.get(HistoryFigure.METASPACE))
                .doesNotContain(7 * MB);
        HistoryPoint last = points.get(points.size() - 1);
        assertThat(last.get(HistoryFigure.RSS)).isEqualTo(100 * MB);
        assertThat(last.get(HistoryFigure.METASPACE)).isEqualTo(9 * MB);
        assertThat(last.get(HistoryFigure.THREADS)).isEqualTo(12);
        assertThat(last.get(HistoryFigure.FULL_COLLECTIONS)).isEqualTo(3);
        assertThat(last.get(HistoryFigure.OWN)).isEqualTo(MB);
        assertThat(last.get(HistoryFigure.SWAP)).isEqualTo(HistoryPoint.UNKNOWN);
    }

    @Test
    void figuresOfTheJvm() throws IOException {
        Path file = directory.resolve("a.jfr");
        History.ofProcess().outcomes().keep(new CodeOwner("com.acme.rules", 40));
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.process(new HistoryPoint.Builder(0)
                    .set(HistoryFigure.CODE, 30 * MB)
                    .set(HistoryFigure.STRINGS, 20 * MB)
                    .set(HistoryFigure.STRING_COUNT, 200_000)
                    .set(HistoryFigure.SYMBOLS, 10 * MB)
                    .build());
        }

        RecordedCourse course = read(file);

        HistoryPoint last = course.points().get(course.points().size() - 1);
        assertThat(last.get(HistoryFigure.CODE)).isEqualTo(30 * MB);
        assertThat(last.get(HistoryFigure.STRINGS)).isEqualTo(20 * MB);
        assertThat(last.get(HistoryFigure.STRING_COUNT)).isEqualTo(200_000);
        assertThat(last.get(HistoryFigure.SYMBOLS)).isEqualTo(10 * MB);
        assertThat(course.made().code()).isEqualTo(new CodeOwner("com.acme.rules", 40));
    }

    /** The JDK tells of its tables by itself, also without the agent. */
    @Test
    void figuresOfTheJdksOwnEvents() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (Recording recording = new Recording()) {
            List.of(JvmTableEvents.CODE, JvmTableEvents.STRINGS, JvmTableEvents.SYMBOLS)
                    .forEach(name -> recording.enable(name).with("period", "endChunk"));
            recording.start();
            recording.stop();
            recording.dump(file);
        }

        RecordedCourse course = read(file);

        assertThat(told(course, HistoryFigure.CODE)).isBetween(MB, 200 * MB);
        assertThat(told(course, HistoryFigure.STRINGS)).isBetween(100_000L, 100 * MB);
        assertThat(told(course, HistoryFigure.STRING_COUNT)).isBetween(500L, 1_000_000L);
        assertThat(told(course, HistoryFigure.SYMBOLS)).isBetween(100_000L, 100 * MB);
        JvmReading jvm = course.jvm().reading();
        assertThat(jvm.codeBytes()).isBetween(MB, 200 * MB);
        assertThat(jvm.segments()).allMatch(segment -> segment.limitBytes() > segment.usedBytes());
        assertThat(jvm.segments())
                .extracting(CodeSegment::name)
                .doesNotContain("")
                .doesNotHaveDuplicates();
        assertThat(jvm.strings().bytes()).isBetween(100_000L, 100 * MB);
        assertThat(jvm.strings().count()).isBetween(500L, 1_000_000L);
        assertThat(jvm.symbols().bytes()).isBetween(100_000L, 100 * MB);
        assertThat(jvm.packages()).isEmpty();
    }

    /** The events of one end may be in two points. */
    private static long told(RecordedCourse course, HistoryFigure figure) {
        return course.points().stream()
                .mapToLong(point -> point.get(figure))
                .max()
                .orElseThrow();
    }

    /** The growth of threads was told as of the beginning of the last chunk of a process that was killed. */
    @Test
    void threadsAreAsOfTheirLastReading() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.tracking(0, 0);
            tick();
            recording.threads("pool-N", 3);
        }
        long millis = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("nmt.StartedThreads"))
                .mapToLong(event -> event.getStartTime().toEpochMilli())
                .max()
                .orElseThrow();

        assertThat(read(file).made().millis()).isEqualTo(millis);
    }

    /** The last reading counts as a whole: a table that is gone is not told. */
    @Test
    void theJvmsOwnMemory() throws IOException {
        Path file = directory.resolve("a.jfr");
        CompiledPackage rules = new CompiledPackage("com.acme.rules", 40, 4 * MB);
        JvmReading last = jvm(30, List.of(rules, new CompiledPackage("java.util", 9, MB)), List.of());
        try (WrittenRecording recording = new WrittenRecording(file)) {
            Structure sets = new Structure("Remembered sets", MB, -1, Accuracy.EXACT);
            recording.jvm(jvm(20, List.of(rules), List.of(sets)));
            tick();
            recording.jvm(last);
        }

        assertThat(read(file).jvm().reading()).isEqualTo(last);
    }

    @Test
    void queueAndCollectorByTheHistory() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.process(new HistoryPoint.Builder(0)
                    .set(HistoryFigure.QUEUED, 12)
                    .set(HistoryFigure.COLLECTOR, 9 * MB)
                    .build());
        }

        List<HistoryPoint> points = read(file).points();

        assertThat(points.get(points.size() - 1).get(HistoryFigure.QUEUED)).isEqualTo(12);
        assertThat(points.get(points.size() - 1).get(HistoryFigure.COLLECTOR)).isEqualTo(9 * MB);
    }

    /** After a kill there may be points of the history alone. */
    @Test
    void theJvmsOwnMemoryByTheHistory() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.process(new HistoryPoint.Builder(0)
                    .set(HistoryFigure.CODE, 30 * MB)
                    .set(HistoryFigure.STRINGS, 20 * MB)
                    .set(HistoryFigure.STRING_COUNT, 200_000)
                    .set(HistoryFigure.SYMBOLS, 10 * MB)
                    .set(HistoryFigure.COMPILERS, 7 * MB)
                    .set(HistoryFigure.COMPILER_PEAK, 5 * MB)
                    .set(HistoryFigure.COLLECTOR, 9 * MB)
                    .build());
        }

        JvmReading jvm = read(file).jvm().reading();

        assertThat(jvm.codeBytes()).isEqualTo(30 * MB);
        assertThat(jvm.strings()).isEqualTo(new Entries(200_000, 20 * MB, 0));
        assertThat(jvm.symbols()).isEqualTo(new Entries(Statement.UNKNOWN, 10 * MB, 0));
        assertThat(jvm.queued()).isEqualTo(Statement.UNKNOWN);
        assertThat(jvm.compilerBytes()).isEqualTo(7 * MB);
        assertThat(jvm.compilerPeak().bytes()).isEqualTo(5 * MB);
        assertThat(jvm.collectorBytes()).isEqualTo(9 * MB);
        assertThat(jvm.collectorAccuracy()).isEqualTo(Accuracy.ESTIMATE);
    }

    private static JvmReading jvm(long code, List<CompiledPackage> packages, List<Structure> structures) {
        return new JvmReading(
                List.of(new CodeSegment("all", 48 * MB, code * MB, code * MB)),
                packages,
                new CompiledPackage("", 3, 3_000),
                0,
                2 * MB,
                null,
                new Entries(30_000, MB, 0),
                new Entries(2_000, MB, 0),
                "g1, 2 threads",
                structures);
    }

    @Test
    void theJvmsSetup() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (Recording recording = new Recording()) {
            RecordedSetup.EVENTS.forEach(recording::enable);
            recording.enable(JvmTableEvents.CODE).with("period", "endChunk");
            recording.start();
            recording.stop();
            recording.dump(file);
        }

        JvmSetup setup = read(file).process().setup();

        assertThat(setup.feature()).isEqualTo(Runtime.version().feature());
        assertThat(setup.collector()).isIn("Serial", "Parallel", "G1", "ZGC");
        assertThat(setup.heapLimitBytes()).isCloseTo(Runtime.getRuntime().maxMemory(), within(64 * MB));
        assertThat(setup.archive()).isNotEmpty();
    }

    /** A refused thread has no usage, and mostly no limit. */
    @Test
    void pressureWithoutUsage() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.pressure("thread refused", -1, 0);
            recording.pressure("native memory refused", 3 * MB, 0);
        }

        assertThat(read(file).marks().stream().map(Mark::text))
                .containsExactlyInAnyOrder(
                        "Memory pressure (thread refused): usage unknown",
                        "Memory pressure (native memory refused): 3 MB in use");
    }

    @Test
    void whatIsFreedAndWhatIsLive() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.freed(9, "Unsafe", 0x900, 10, 1); // from before
            recording.allocated(1, "Unsafe", 0x100, 1000, 1);
            recording.allocated(1, "Unsafe", 0x200, 2000, 1);
            tick();
            recording.freed(1, "Unsafe", 0x100, 1000, 1);
            tick();
            recording.allocated(2, "Direct Buffer", 0x100, 3000, 1);
        }

        SampledBlocks samples = read(file).samples();

        assertThat(samples.bucketMillis()).isEqualTo(1);
        assertThat(samples.rows()).hasSize(3);
        assertThat(samples.rows())
                .filteredOn(row -> row.freed() == SampledBlocks.NEVER)
                .extracting(row -> row.bytes())
                .containsExactly(2000.0, 3000.0);
        assertThat(samples.rows())
                .filteredOn(row -> row.freed() != SampledBlocks.NEVER)
                .singleElement()
                .satisfies(row -> assertThat(row.freed()).isGreaterThan(row.allocated()));
    }

    /** A recording that begins after the growth has no sample of it, but what each line held then. */
    @Test
    void blocksFromBeforeTheRecording() throws IOException {
        Path file = directory.resolve("late.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.site(1, 7, "Direct Buffer", "com.acme.Cache.put(Cache.java:35)", 9 * MB, 9);
            recording.site(2, 8, "Unsafe", "com.acme.Old.free(Old.java:3)", 2 * MB, 2);
            tick();
            recording.freed(7, "Direct Buffer", 0x900, MB, 1);
            recording.freed(5, "Unsafe", 0x700, MB, 1); // of no line that held memory
            recording.allocated(7, "Direct Buffer", 0x100, 4 * MB, 1);
            tick();
            recording.site(1, 7, "Direct Buffer", "com.acme.Cache.put(Cache.java:35)", 12 * MB, 9);
            recording.site(2, 9, "Unsafe", "com.acme.New.get(New.java:4)", 5 * MB, 5); // in samples that were lost
        }

        RecordedCourse course = read(file);

        assertThat(course.samples().live(Instant.ofEpochMilli(course.toMillis())))
                .extracting(usage -> usage.site().toString() + " " + usage.liveBytes() / MB + " " + usage.liveCount())
                .containsExactlyInAnyOrder(
                        "com.acme.Cache.put(Cache.java:35) 12 9", "com.acme.Old.free(Old.java:3) 2 2");
        assertThat(course.samples().rows())
                .filteredOn(row -> row.freed() != SampledBlocks.NEVER)
                .singleElement()
                .satisfies(row -> assertThat(row.bytes()).isEqualTo(MB))
                .satisfies(row -> assertThat(row.allocated()).isLessThan(course.fromMillis()));
    }

    @Test
    void whatTheProcessSaidOfGrowth() throws IOException {
        Path file = directory.resolve("growth.jfr");
        long now = System.currentTimeMillis();
        Statement said = new Statement(
                Statement.Kind.LEAK,
                new Statement.Subject(
                        Statement.SubjectType.LOADER,
                        "java.net.URLClassLoader",
                        "com.acme.Plugins.load(Plugins.java:6)",
                        12,
                        "org.lib.Lib.make(Lib.java:2)"),
                738,
                3,
                0,
                0,
                now - 300_000,
                List.of(
                        new Statement.Evidence(Basis.GREW_UNTIL_MILLIS, now - 60_000),
                        new Statement.Evidence(Basis.KEPT_BY_THREAD_LOCAL, 7, "worker N of a=b"),
                        new Statement.Evidence(Basis.UNUSED_PERCENT, -1)),
                Statement.Next.CLASS_LOADERS);
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.total(MB, MB, 1);
            recording.growth(List.of(said), now);
        }

        ToldGrowth told = read(file).made().told();

        assertThat(told.millis()).isCloseTo(now, within(60_000L));
        assertThat(told.statements()).singleElement().satisfies(read -> {
            assertThat(read.sinceMillis()).isCloseTo(said.sinceMillis(), within(60_000L));
            assertThat(read.withSince(said.sinceMillis()))
                    .isEqualTo(new Statement(
                            said.kind(),
                            new Statement.Subject(
                                    said.subject().type(),
                                    said.subject().name(),
                                    said.subject().category(),
                                    0,
                                    said.subject().by()),
                            738,
                            3,
                            0,
                            0,
                            said.sinceMillis(),
                            said.evidence(),
                            Statement.Next.NONE));
        });
        assertThat(RecordedPast.of(read(file)).growth().statements())
                .extracting(each -> each.subject().name())
                .containsExactly("java.net.URLClassLoader");
    }

    /** Twice as many as a recording takes. */
    @Test
    void theFirstHundredStatementsOfGrowth() throws IOException {
        Path file = directory.resolve("many.jfr");
        long now = System.currentTimeMillis();
        List<Statement> said = IntStream.rangeClosed(1, 200)
                .mapToObj(i -> new Statement(
                        Statement.Kind.LEAK,
                        new Statement.Subject(Statement.SubjectType.THREAD, "worker-" + i, "a.B.c(B.java:3)", 0),
                        1000 - i,
                        0,
                        0,
                        0,
                        now - 300_000,
                        List.of(),
                        Statement.Next.THREAD_STARTS))
                .toList();
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.total(MB, MB, 1);
            recording.growth(said, now);
        }

        assertThat(read(file).made().told().statements())
                .extracting(each -> each.subject().name())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 100)
                        .mapToObj(i -> "worker-" + i)
                        .toList());
    }

    /** Until the clock of events shows another millisecond. */
    private static void tick() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 3_000_000) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anEmptyRecording() throws IOException {
        Path file = directory.resolve("empty.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.stop();
            recording.dump(file);
        }

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("has no events of native memory tracking");
    }

    /** A recording of the JDK alone has no native memory, but the heap. */
    @Test
    void aRecordingWithoutTracking() throws IOException {
        Path file = directory.resolve("jdk.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GCHeapSummary");
            recording.enable("jdk.GarbageCollection");
            recording.start();
            System.gc();
            recording.stop();
            recording.dump(file);
        }

        RecordedCourse course = read(file);

        assertThat(course.memory()).isNull();
        assertThat(course.points()).anyMatch(point -> point.get(HistoryFigure.HEAP_USED) > 0);
        assertThat(course.marks()).extracting(Mark::kind).contains("gc");
    }

    @Test
    void aCutOffRecording() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            for (int i = 0; i < 100_000; i++) {
                recording.allocated(1, "Unsafe", 16L * (i + 1), 1000, 1);
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        Path cut = directory.resolve("cut.jfr");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));

        try {
            assertThat(read(cut).cutOff()).isTrue();
        } catch (RecordingException e) {
            // A parser that wants the end first finds nothing.
            assertThat(e).hasMessageContaining("is damaged");
        }
    }

    /** The order of two files does not matter, where one of them cannot be read at all. */
    @Test
    void aDamagedRecordingBesideAGoodOne() throws IOException {
        Path good = directory.resolve("good.jfr");
        try (WrittenRecording recording = new WrittenRecording(good)) {
            recording.total(5 * MB, 5 * MB, 2);
        }
        byte[] bytes = Files.readAllBytes(good);
        Arrays.fill(bytes, 100, bytes.length, (byte) 0xff);
        Path damaged = Files.write(directory.resolve("damaged.jfr"), bytes);

        for (List<Path> files : List.of(List.of(good, damaged), List.of(damaged, good))) {
            assertThat(RecordingReader.readCourse(files).cutOff()).isTrue();
        }
        assertThatThrownBy(() -> read(damaged))
                .isInstanceOf(RecordingException.class)
                .hasMessage(damaged + " is damaged: no event in it can be read");
    }

    /** The JDK's parser does not come to an end with it. */
    @Test
    void aChunkWithoutASize() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.total(5 * MB, 5 * MB, 2);
        }
        byte[] bytes = Files.readAllBytes(file);
        byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
        Arrays.fill(twice, bytes.length + 8, bytes.length + 16, (byte) 0);
        Path later = Files.write(directory.resolve("later.jfr"), twice);
        Arrays.fill(bytes, 8, 16, (byte) 0);
        Path first = Files.write(directory.resolve("first.jfr"), bytes);

        assertThatThrownBy(() -> read(first))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("is damaged");
        assertThat(read(later).cutOff()).isTrue();
        assertThat(read(later).memory().last().snapshot().total().committed()).isEqualTo(5 * MB);
    }

    /** One category: memory that the collector frees may be garbage, and memory that the program frees is not. */
    @Test
    void whatFreesAMemoryIsRecorded() throws IOException {
        Path file = directory.resolve("a.jfr");
        try (WrittenRecording recording = new WrittenRecording(file)) {
            recording.freedBy("collector");
            recording.site(1, 1, "Foreign Memory", "a.B.c(B.java:3); a.B.main(B.java:1)", 1000, 1);
            recording.freedBy("program");
            recording.site(2, 2, "Foreign Memory", "a.B.d(B.java:4); a.B.main(B.java:1)", 1000, 1);
            recording.freedBy(null);
            recording.site(3, 3, "Foreign Memory", "a.B.e(B.java:5); a.B.main(B.java:1)", 1000, 1);
        }

        RecordedCourse course = read(file);

        assertThat(course.sites().get(1).freedBy()).isEqualTo(FreedBy.COLLECTOR);
        assertThat(course.sites().get(2).freedBy()).isEqualTo(FreedBy.PROGRAM);
        assertThat(course.sites().get(3).freedBy()).isEqualTo(FreedBy.UNKNOWN);
        assertThat(course.memory().last().sites())
                .extracting(usage -> usage.site().freedBy())
                .containsExactly(FreedBy.COLLECTOR, FreedBy.PROGRAM, FreedBy.UNKNOWN);
    }
}
