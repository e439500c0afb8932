package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.ResidentPoint;
import io.nmt.report.reading.sources.Limits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements on processes whose earlier readings are known: the judge says whether RSS rises, readings divide it. */
class ResidentRiseTest {
    private static final long MB = 1 << 20;

    private static Statement grows(SubjectType type, String name, String category, long megabytes, long sinceSecond) {
        return new Statement(
                type == SubjectType.FIGURE ? Kind.GROWING : Kind.LEAK,
                new Statement.Subject(type, name, category, 0),
                megabytes * MB,
                0,
                10 * MB,
                0,
                sinceSecond * 1000,
                List.of(),
                Next.NONE);
    }

    private static Statement rss(long sinceSecond) {
        return grows(SubjectType.FIGURE, HistoryFigure.RSS.title(), "", 1600, sinceSecond);
    }

    private static List<String> said(Readings now, List<ResidentPoint> earlier, List<Statement> growth) {
        return Readings.said(ResidentJudge.of(now.reading(), earlier, growth));
    }

    /** A large heap that stays as it is explains no growth. */
    @Test
    void whatIsMoreComesFirst() {
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 3000, Component.NATIVE_LIBRARIES, 100)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 3010, Component.NATIVE_LIBRARIES, 700)
                .tracking()
                .at(60);
        Readings hardly = Readings.of(Component.JAVA_HEAP, 3000, Component.NATIVE_LIBRARIES, 150)
                .tracking()
                .at(60);

        List<String> said = said(now, List.of(before), List.of());
        assertThat(said.get(0))
                .startsWith("HELD Native Libraries malloc")
                .contains("600 MB more than 60 s ago.")
                .doesNotContain("/min");
        assertThat(said.get(1)).startsWith("NORMAL Java Heap").doesNotContain("more than");
        assertThat(said(hardly, List.of(before), List.of()).get(0)).startsWith("NORMAL Java Heap");
    }

    /** Seconds are too short to tell that something is steady. */
    @Test
    void whatCameInTheFirstSecondsIsNotHeld() {
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 60, Component.NATIVE_LIBRARIES, 100)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 60, Component.NATIVE_LIBRARIES, 120)
                .tracking()
                .at(12);
        Readings hardly = Readings.of(Component.JAVA_HEAP, 60, Component.NATIVE_LIBRARIES, 105)
                .tracking()
                .at(12);

        assertThat(said(now, List.of(before), List.of()).get(0))
                .startsWith("UNKNOWN Native Libraries malloc: 120 MB")
                .contains("20 MB more than 12 s ago.", "Ask again in 48 s.");
        assertThat(said(hardly, List.of(before), List.of())).anyMatch(each -> each.startsWith("HELD Native Libraries"));
        assertThat(Readings.said(ResidentJudge.left(now.reading(), List.of(before), List.of()))
                        .get(0))
                .startsWith("UNKNOWN Native Libraries malloc: 120 MB")
                .doesNotContain("Ask again");
    }

    /** "UNKNOWN Metaspace: 11 MB, 1.4 MB more than 13 s ago": each program that starts loads classes. */
    @Test
    void aFewMegabytesOfAStartAreNoQuestion() {
        for (int more : List.of(3, 5, 9)) {
            ResidentPoint before = Readings.of(Component.JAVA_HEAP, 90, Component.METASPACE, 11)
                    .at(0)
                    .earlier();
            Readings now = Readings.of(Component.JAVA_HEAP, 90, Component.METASPACE, 11 + more)
                    .at(13);
            String kind = more < 8 ? "HELD" : "UNKNOWN";

            assertThat(said(now, List.of(before), List.of()))
                    .anyMatch(each -> each.startsWith(kind + " Metaspace with class space: ")
                            && each.contains("MB more than 13 s ago."));
        }
    }

    /** It is too early to tell whether its lines of code grow, so it is not known to be steady. */
    @Test
    void aCategoryWhoseLinesAreUnknownIsNotHeld() {
        Readings now = Readings.of(Component.JAVA_HEAP, 60).line(Category.UNSAFE.name(), 200, "");
        Statement early = new Statement(
                Kind.UNKNOWN,
                new Subject(SubjectType.PROCESS, "growth", "", 0),
                Statement.UNKNOWN,
                0,
                0,
                0,
                Statement.UNKNOWN,
                List.of(new Evidence(Basis.SUBJECTS, 2), new Evidence(Basis.TOLD_IN_MILLIS, 9_000)),
                Next.NONE);
        assertThat(said(now, List.of(), List.of(early))).anyMatch(each -> each.startsWith("UNKNOWN Unsafe: 200 MB"));
        assertThat(said(now, List.of(), List.of())).anyMatch(each -> each.startsWith("HELD Unsafe: 200 MB"));
    }

    /** Readings a minute apart, beside a heap of 1.5 GB that does nothing. */
    private static List<ResidentPoint> earlier(long... megabytes) {
        List<ResidentPoint> earlier = new ArrayList<>();
        for (int i = 0; i < megabytes.length; i++) {
            earlier.add(at(i, megabytes[i]).earlier());
        }
        return earlier;
    }

    private static Readings at(int minute, long megabytes) {
        return Readings.of(Component.JAVA_HEAP, 1500, Component.JVM_MALLOC, 12, Component.NATIVE_LIBRARIES, megabytes)
                .line(Component.LIBRARIES.label(), 5, "libfoo.so")
                .at(60L * minute);
    }

    /** It was told last, or not at all: it is less than a tenth, and in the beginning less than a 33rd, of RSS. */
    @Test
    void aLeakComesBeforeAnIdleHeap() {
        List<String> said = said(at(4, 42), earlier(2, 12, 22, 32), List.of(rss(0)));

        assertThat(said.get(0))
                .startsWith("GROWING Native Libraries malloc: 42 MB in memory, 3 % of RSS, +10 MB/min since 00:00:00.")
                .endsWith("Next: 'nmt native PID'");
        assertThat(said.get(1)).startsWith("NORMAL Java Heap").doesNotContain("/min", "more than");
    }

    /** Where objects of a library grow with it, their line of code is known. */
    @Test
    void handlesComeBeforeAProfile() {
        Statement handles =
                grows(SubjectType.HANDLE, "com.github.luben.zstd.ZstdCompressCtx", "a.A.a(A.java:1)", 700, 0);
        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(rss(0), handles)))
                .anyMatch(text ->
                        text.startsWith("GROWING Native Libraries malloc") && text.endsWith("Next: 'nmt handles PID'"));
    }

    /** One judge says whether RSS rises; a line does not rise by itself. */
    @Test
    void withoutARiseOfRssNoLineRises() {
        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of())).noneMatch(said -> said.contains("/min"));
    }

    /** Memory from before the rise has no part in it. */
    @Test
    void onlyWhatCameWithinTheRiseIsOfIt() {
        List<String> said = said(at(4, 142), earlier(2, 102, 112, 132), List.of(rss(120)));

        assertThat(said.get(0)).contains("+15 MB/min since 00:02:00.");
        assertThat(said(at(4, 42), earlier(2, 42, 42, 42), List.of(rss(120)))).noneMatch(each -> each.contains("/min"));
    }

    /** "RETAINED malloc retained: 117 MB, +31.2 MB/min" was one jump from 15 MB, just before. */
    @Test
    void aJumpHasNoRate() {
        List<String> said = said(at(4, 142), earlier(2, 42, 82, 112), List.of(rss(0)));
        assertThat(said.get(0)).contains("/min");
        List<ResidentPoint> before = new ArrayList<>(earlier(2, 12, 20, 30));
        before.add(Readings.of(Component.JAVA_HEAP, 1500, Component.JVM_MALLOC, 12, Component.NATIVE_LIBRARIES, 34)
                .at(220)
                .earlier());
        assertThat(said(at(4, 142), before, List.of(rss(0)))).noneMatch(each -> each.contains("/min"));
    }

    /** "GROWING Java Heap, +22.1 MB/min": it had not moved for a minute. */
    @Test
    void whatHasStoppedHasNoRate() {
        assertThat(said(at(4, 62), earlier(2, 32, 61, 62), List.of(rss(0)))).noneMatch(each -> each.contains("/min"));
        assertThat(said(at(4, 62), earlier(2, 32, 42, 52), List.of(rss(0)))).anyMatch(each -> each.contains("/min"));
    }

    /** The dump alone told of the JVM's malloc, beside a leak that explains all of RSS's growth. */
    @Test
    void littleBesideWhatIsExplainedDoesNotGrow() {
        Statement explained = rise(
                Kind.GROWING,
                SubjectType.FIGURE,
                "RSS",
                60,
                List.of(new Statement.Evidence(Basis.EXPLAINED_PERCENT, 98)));
        Statement alone = rise(Kind.GROWING, SubjectType.FIGURE, "RSS", 60, List.of());

        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(explained)))
                .noneMatch(each -> each.contains("/min"));
        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(alone))).anyMatch(each -> each.contains("/min"));
    }

    /** The estimate of what the JVM takes swallows the first MB of a leak, and as much of its growth. */
    @Test
    void withoutHotSpotsTrackingGrowthIsThatOfAllMallocThatIsNotJavaCodes() {
        ResidentPoint before = Readings.of(
                        Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 4, Component.NATIVE_LIBRARIES, 0)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 24, Component.NATIVE_LIBRARIES, 80)
                .line(Component.LIBRARIES.label(), 5, "libfoo.so")
                .at(60);

        List<String> said = said(now, List.of(before), List.of(rss(0)));
        assertThat(said.get(0))
                .startsWith("GROWING Native Libraries malloc: 80 MB")
                .contains("+80 MB/min");
        assertThat(said.subList(1, said.size())).noneMatch(other -> other.contains("/min"));
    }

    /** A library that maps memory by itself fills first what the JVM may have mapped. */
    @Test
    void mappingsThatGrowAreNotKnownToBeTheJvms() {
        ResidentPoint before = Readings.of(
                        Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 20, Component.JVM_MAPPINGS, 3)
                .tracking()
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 20, Component.JVM_MAPPINGS, 51)
                .line(Component.LIBRARIES.label(), 5, "libfoo.so")
                .tracking()
                .at(48);

        List<String> said = said(now, List.of(before), List.of(rss(0)));
        assertThat(said.get(0))
                .startsWith("GROWING Unaccounted with JVM mappings: 51 MB in memory")
                .contains("Native libraries or the JVM mapped it: unknown which. Loaded: libfoo.so.");
        assertThat(said)
                .anyMatch(jvm -> jvm.startsWith("HELD JVM malloc: 20 MB"))
                .hasSize(3);
    }

    /** A growing line is told by its code; the rest of its category is held, and no byte is told twice. */
    @Test
    void whatIsToldToGrowIsNotHeldToo() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .line(Category.DIRECT_BUFFER.name(), 320, "")
                .at(240);
        Statement site = grows(SubjectType.SITE, "com.acme.Cache.put(Cache.java:42)", "Direct Buffer", 280, 0);
        Statement whole = grows(SubjectType.CATEGORY, "Direct Buffer", "", 300, 0);

        assertThat(said(now, List.of(), List.of(site)))
                .anyMatch(said -> said.startsWith("HELD Direct Buffer: 40 MB in memory")
                        && said.contains("Other statements have 280 MB more of it."));
        assertThat(said(now, List.of(), List.of(whole))).noneMatch(said -> said.contains("Direct Buffer: "));
    }

    /** A thread has structures of the JVM's in malloc's memory, a class loader tables: nothing else grows. */
    @Test
    void mallocOfThreadsAndClassLoadersIsNoGrowthOfItsOwn() {
        Statement threads = new Statement(
                Kind.GROWING,
                new Statement.Subject(SubjectType.COUNT, HistoryFigure.THREADS.title(), "", 0),
                800,
                0,
                200,
                0,
                0,
                List.of(),
                Next.THREAD_STARTS);
        Statement metaspace = grows(SubjectType.COMPONENT, HistoryFigure.METASPACE.title(), "", 100, 0);

        Statement started = new Statement(
                Kind.LEAK,
                new Statement.Subject(SubjectType.THREAD, "pool-N-thread-1", "com.acme.Repair.run(Repair.java:12)", 7),
                800,
                0,
                200,
                0,
                0,
                List.of(),
                Next.THREAD_STARTS);

        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(rss(0), threads)))
                .noneMatch(said -> said.contains("/min"));
        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(rss(0), started)))
                .noneMatch(said -> said.contains("Thread Stacks") || said.contains("malloc: "));
        assertThat(said(at(4, 42), earlier(2, 12, 22, 32), List.of(rss(0), metaspace)))
                .anyMatch(said -> said.startsWith("GROWING Native Libraries malloc"));
        assertThat(said(at(4, 22), earlier(2, 7, 12, 17), List.of(rss(0), metaspace)))
                .noneMatch(said -> said.contains("/min"));
    }

    /** A pool takes chunks for its buffers: the line that takes these is told. */
    @Test
    void chunksAreNoGrowthBesideTheirBuffers() {
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 100)
                .line(Category.DIRECT_BUFFER.name(), 100, "")
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .line(Category.DIRECT_BUFFER.name(), 140, "")
                .at(240);
        Statement buffers =
                grows(SubjectType.SITE, "com.acme.Codec.encode(Codec.java:12)", "Netty Pooled Buffer", 40, 0);

        assertThat(said(now, List.of(before), List.of(rss(0))))
                .anyMatch(said -> said.startsWith("GROWING Direct Buffer"));
        assertThat(said(now, List.of(before), List.of(rss(0), buffers)))
                .noneMatch(said -> said.contains("/min"))
                .anyMatch(said -> said.startsWith("HELD Direct Buffer"));
    }

    /** They were the last line, after a verdict that it could not be told who holds the memory. */
    @Test
    void handlesThatGrowWithMallocAreNamedThere() {
        Statement handles = grows(SubjectType.HANDLE, "org.rocksdb.RocksIterator", "com.acme.Store.scan:6", 0, 0);

        List<Statement> growth = List.of(rss(0), handles);
        List<Statement> resident = ResidentJudge.of(at(4, 42).reading(), earlier(2, 12, 22, 32), growth);
        assertThat(Readings.said(resident).get(0))
                .contains("org.rocksdb.RocksIterator are not closed, and may hold it.");
        assertThat(ResidentJudge.merged(growth, resident).get(0)).isEqualTo(handles);
    }

    /** The judge of growth knows no lines: what it cannot name is not unknown where a line is named. */
    @Test
    void aLineThatIsNamedIsNotUnknownToo() {
        Statement rest = new Statement(
                Kind.UNKNOWN,
                new Statement.Subject(SubjectType.FIGURE, RssGrowth.REST, "", 0),
                40 * MB,
                0,
                10 * MB,
                0,
                0,
                List.of(),
                Next.NONE);
        List<Statement> growth = List.of(rss(0), rest);
        List<Statement> named = ResidentJudge.of(at(4, 42).reading(), earlier(2, 12, 22, 32), growth);
        List<Statement> unnamed = ResidentJudge.of(at(4, 42).reading(), List.of(), growth);

        assertThat(ResidentJudge.merged(growth, named)).doesNotContain(rest).containsAll(named);
        assertThat(ResidentJudge.merged(growth, unnamed)).contains(rest);
    }

    /** "+19.5 MB/min that nothing explains" stood beside the heap's +17.3 MB/min. */
    @Test
    void theHeapsPagesExplainTheRest() {
        Statement rss = rise(Kind.GROWING, SubjectType.FIGURE, "RSS", 58, List.of());
        Statement rest = rise(Kind.UNKNOWN, SubjectType.FIGURE, RssGrowth.REST, 19, List.of());
        Statement heap = rise(Kind.NORMAL, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 17, List.of());
        Statement small = rise(Kind.NORMAL, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 3, List.of());
        Statement told = rise(
                Kind.GROWING,
                SubjectType.FIGURE,
                "RSS",
                58,
                List.of(new Statement.Evidence(Basis.HEAP_FIRST_USED_BYTES, 17 * MB)));

        assertThat(ResidentJudge.merged(List.of(rss, rest), List.of(heap))).containsExactly(rss, heap);
        assertThat(ResidentJudge.merged(List.of(rss, rest), List.of(small))).contains(rest);
        assertThat(ResidentJudge.merged(List.of(told, rest), List.of(heap)))
                .as("the heap is not counted twice")
                .contains(rest);
    }

    /** "NORMAL Java heap: 104 MB, +23.7 MB/min" stood beside "GROWING Java Heap: 103 MB, +25.8 MB/min". */
    @Test
    void theHeapIsToldOnce() {
        Statement figure = rise(Kind.NORMAL, SubjectType.FIGURE, Growth.JAVA_HEAP, 23, List.of());
        Statement line = rise(Kind.GROWING, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 25, List.of());

        assertThat(Growth.JAVA_HEAP).isEqualTo(Component.JAVA_HEAP.label());
        assertThat(ResidentJudge.merged(List.of(figure), List.of(line))).containsExactly(line);
        assertThat(ResidentJudge.merged(List.of(figure), List.of())).containsExactly(figure);
        Statement steady = rise(Kind.HELD, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 0, List.of());
        assertThat(ResidentJudge.merged(List.of(figure), List.of(steady)))
                .singleElement()
                .matches(heap -> heap.kind() == Kind.GROWING && heap.perMinute() == 23 * MB);
    }

    /** A leak of interned strings was told as strings, as the heap's growth and as malloc's: the same bytes. */
    @Test
    void internedStringsAreToldOnce() {
        Statement strings = rise(Kind.GROWING, SubjectType.COMPONENT, HistoryFigure.STRINGS.title(), 6, List.of())
                .withEvidence(new Evidence(Basis.IN_HEAP_PER_MINUTE, 39 * MB), Next.JVM_PARTS);
        Statement line = rise(Kind.GROWING, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 39, List.of());
        Statement more = rise(Kind.GROWING, SubjectType.COMPONENT, Component.JAVA_HEAP.label(), 90, List.of());

        assertThat(Readings.said(ResidentJudge.merged(List.of(strings), List.of(line))))
                .satisfiesExactly(
                        told -> assertThat(told).startsWith("GROWING Interned strings: 6 MB"),
                        heap -> assertThat(heap)
                                .startsWith("NORMAL Java Heap: 39 MB")
                                .contains("Interned strings explain its growth.")
                                .doesNotContain("/min"));
        assertThat(ResidentJudge.merged(List.of(strings), List.of(more))).containsExactly(strings, more);
    }

    private static Statement rise(
            Kind kind, SubjectType type, String name, long megabytes, List<Statement.Evidence> evidence) {
        return new Statement(
                kind,
                new Statement.Subject(type, name, "", 0),
                megabytes * MB,
                0,
                megabytes * MB,
                0,
                0,
                evidence,
                Next.NONE);
    }

    private static ResidentPoint heapAt(int minute, long resident, long lived) {
        return Readings.of(Component.JAVA_HEAP, resident)
                .heap(1024, lived)
                .at(60L * minute)
                .earlier();
    }

    /** It was called normal. */
    @Test
    void aLeakInTheJavaHeapIsNotNormal() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 440).heap(1024, 340).atMost().at(240);

        assertThat(said(now, List.of(heapAt(0, 200, 100), heapAt(2, 320, 220)), List.of())
                        .get(0))
                .startsWith("HELD Java Heap: 440 MB")
                .contains("Live: 240 MB more than 4 min ago.", "GC.class_histogram");
        Readings idle = Readings.of(Component.JAVA_HEAP, 380).heap(1024, 280).at(240);
        assertThat(said(idle, List.of(heapAt(3, 380, 280)), List.of()).get(0)).startsWith("NORMAL");
    }

    /** ZGC: "GROWING Java Heap: 223 MB, +22.5 MB/min. Live: 10 MB more than 6 min ago", of a quiet program. */
    @Test
    void aHeapThatFillsWithGarbageDoesNotGrow() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 223).heap(256, 36).atMost().at(240);
        List<ResidentPoint> earlier = List.of(heapAt(0, 80, 26), heapAt(2, 150, 38));

        assertThat(said(now, earlier, List.of(rss(0))).get(0))
                .startsWith("NORMAL Java Heap: 223 MB")
                .contains("/min", "Live after the last collections: at most 36 MB.")
                .doesNotContain("Live: ");
    }

    /** "HELD Java Heap, +22 MB/min": what is held is steady. */
    @Test
    void nothingIsHeldThatHasARate() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 440).heap(1024, 340).atMost().at(240);

        List<Statement> all =
                ResidentJudge.of(now.reading(), List.of(heapAt(0, 200, 100), heapAt(2, 320, 220)), List.of(rss(0)));
        assertThat(Readings.said(all).get(0))
                .startsWith("GROWING Java Heap: 440 MB")
                .contains("/min", "Live: ");
        assertThat(all).noneMatch(statement -> statement.kind() == Kind.HELD && statement.grows());
    }

    /** The JVM's estimate is told elsewhere, and grew by more than there is here. */
    @Test
    void noMoreHasComeThanThereIs() {
        ResidentPoint before = Readings.of(
                        Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 4, Component.NATIVE_LIBRARIES, 0)
                .at(0)
                .earlier();
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 64, Component.NATIVE_LIBRARIES, 20)
                .line(Component.LIBRARIES.label(), 5, "libfoo.so")
                .at(40);
        assertThat(said(now, List.of(before), List.of()))
                .anyMatch(said -> said.startsWith("UNKNOWN Native Libraries malloc: 20 MB")
                        && said.contains(" 20 MB more than 40 s ago."));

        Readings heap = Readings.of(Component.JAVA_HEAP, 100).heap(1024, 340).at(240);
        assertThat(said(heap, List.of(heapAt(0, 200, 100)), List.of()).get(0))
                .contains("at most 100 MB", "Live: 100 MB more than 4 min ago.");
    }

    /** "GROWING Native Libraries malloc: 8.38 MB, +7.15 MB/min since 126 s ago": 15 MB, where no library was loaded. */
    @Test
    void amountAndRateAreOfTheSame() {
        ResidentPoint before = Readings.of(
                        Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 12, Component.NATIVE_LIBRARIES, 1)
                .at(0)
                .earlier();
        Readings alone =
                Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 29).at(120);
        Readings beside = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 20, Component.NATIVE_LIBRARIES, 9)
                .line(Component.LIBRARIES.label(), 5, "libfoo.so")
                .at(120);

        assertThat(said(alone, List.of(before), List.of(rss(0))))
                .noneMatch(said -> said.contains("Native Libraries"))
                .anyMatch(said -> said.startsWith(
                        "GROWING JVM malloc: 29 MB in memory, 22 % of RSS, +8.5 MB/min since 00:00:00."));
        assertThat(said(beside, List.of(before), List.of(rss(0))))
                .anyMatch(said -> said.startsWith(
                        "GROWING Native Libraries malloc: 9 MB in memory, 7 % of RSS, +4.5 MB/min since 00:00:00."));
    }

    private static Statement rest(long megabytes, long sinceSecond, Evidence... evidence) {
        return new Statement(
                Kind.UNKNOWN,
                new Subject(SubjectType.FIGURE, RssGrowth.REST, "", 0),
                megabytes * MB,
                0,
                30 * MB,
                0,
                sinceSecond * 1000,
                List.of(evidence),
                Next.RSS);
    }

    /** "HELD JVM malloc: 130 MB" where it rose by 100 MB in 3 minutes: no command had asked for it before. */
    @Test
    void mallocThatWasNotReadBeforeHasTheRestOfTheRise() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 130, Component.MALLOC_FREE, 9)
                .at(180);
        List<Statement> growth = List.of(rss(0), rest(90, 0));
        List<Statement> all = ResidentJudge.merged(growth, ResidentJudge.of(now.reading(), List.of(), growth));

        assertThat(Readings.said(all))
                .anyMatch(said -> said.startsWith(
                        "GROWING JVM malloc: 130 MB in memory, 54 % of RSS, +28.5 MB/min since 00:00:00."))
                .noneMatch(said -> said.contains(RssGrowth.REST));
    }

    /** Other lines can have taken no more than they have now. */
    @Test
    void mallocDoesNotGrowWhereOthersMayHaveTheRise() {
        List<Statement> growth = List.of(rss(0), rest(90, 0));
        Readings free = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 130, Component.MALLOC_FREE, 19)
                .at(180);
        Readings little =
                Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 80).at(180);
        Readings asBefore =
                Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 130).at(180);
        ResidentPoint before = asBefore.at(90).earlier();
        Statement withFiles = rest(90, 0, new Evidence(Basis.FILE_PAGES_BYTES, 20 * MB));

        assertThat(said(free, List.of(), growth)).noneMatch(said -> said.contains("/min"));
        assertThat(said(little, List.of(), growth)).noneMatch(said -> said.contains("/min"));
        assertThat(said(asBefore.at(180), List.of(before), growth)).noneMatch(said -> said.contains("/min"));
        assertThat(said(asBefore, List.of(), List.of(rss(0), withFiles))).noneMatch(said -> said.contains("/min"));
        assertThat(said(asBefore, List.of(), List.of(rest(90, 0)))).noneMatch(said -> said.contains("/min"));
        assertThat(said(asBefore, List.of(), growth)).anyMatch(said -> said.contains("/min"));
    }

    /** Three statements had the same bytes: files that grow, deleted files, and other mapped files. */
    @Test
    void deletedFilesThatGrowAreToldOnce() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .file("/tmp/spill1 (deleted)", false, 410, 250, 150, 0, 0)
                .at(120);
        List<Statement> growth =
                List.of(rss(0), grows(SubjectType.COMPONENT, Component.MAPPED_FILES.label(), "", 390, 0));
        List<Statement> all = ResidentJudge.merged(growth, ResidentJudge.of(now.reading(), List.of(), growth));

        assertThat(Readings.said(all))
                .filteredOn(said -> said.contains("deleted") || said.contains("Mapped"))
                .singleElement()
                .asString()
                .contains(
                        "Mapped Files: 390 MB in memory, +10 MB/min since 00:00:00.",
                        "390 MB are of a deleted file that is still mapped, /tmp/spill1.",
                        "244 MB are clean pages: the kernel drops them under pressure.",
                        "146 MB are changed pages of files: the kernel must write them first.");
    }

    /** A line of code that maps and deletes has them, if it is the only one that grows. */
    @Test
    void deletedFilesOfALineAreToldOnce() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .file("/dev/shm/spill (deleted)", true, 250, 0, 0, 200, 0)
                .at(120);
        Statement line = grows(SubjectType.SITE, "com.acme.Spill.map(Spill.java:42)", "Mapped File", 250, 0);
        Statement other = grows(SubjectType.SITE, "com.acme.Index.map(Index.java:7)", "Mapped File", 20, 0);
        List<Statement> growth = List.of(rss(0), line);
        List<Statement> two = List.of(rss(0), line, other);

        assertThat(Readings.said(ResidentJudge.merged(growth, ResidentJudge.of(now.reading(), List.of(), growth))))
                .filteredOn(said -> said.contains("deleted") || said.contains("Mapped File"))
                .singleElement()
                .asString()
                .startsWith("LEAK com.acme.Spill.map(Spill.java:42): 250 MB Mapped File")
                .contains(
                        "200 MB are of a deleted file that is still mapped, /dev/shm/spill.",
                        "200 MB are shared memory: they count toward a kill.");
        Statement part = grows(SubjectType.SITE, "com.acme.Spill.map(Spill.java:42)", "Mapped File", 90, 0);
        List<Statement> ofSome = List.of(rss(0), part);
        assertThat(Readings.said(ResidentJudge.merged(ofSome, ResidentJudge.of(now.reading(), List.of(), ofSome))))
                .filteredOn(said -> said.contains("deleted"))
                .singleElement()
                .asString()
                .startsWith("HELD Mapped File: 110 MB in memory")
                .contains(
                        "Other statements have 90 MB more of it. 110 MB are of a deleted file",
                        "110 MB are shared memory");
        assertThat(Readings.said(ResidentJudge.merged(two, ResidentJudge.of(now.reading(), List.of(), two))))
                .noneMatch(said -> said.contains("deleted"));
    }

    /** "Native Libraries malloc: 0 B in memory, +3.72 MB/min". */
    @Test
    void whatIsNotThereDoesNotGrow() {
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 12)
                .at(0)
                .earlier();
        Readings now =
                Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, 32).at(120);

        List<Statement> all = ResidentJudge.of(now.reading(), List.of(before), List.of(rss(0)));
        assertThat(all).allMatch(statement -> !statement.grows() || statement.amount() > 0);
        assertThat(Readings.said(all).get(0))
                .startsWith("GROWING JVM malloc: 32 MB")
                .contains("+10 MB/min");
    }

    /** The samples' error was told as held, beside the leak of which it is a part. */
    @Test
    void whatMayBeTheErrorOfAGrowingLineIsNotHeld() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .line(Category.DIRECT_BUFFER.name(), 300, "")
                .at(240);
        Statement site = grows(SubjectType.SITE, "com.acme.Cache.put(Cache.java:42)", "Direct Buffer", 280, 0);
        Statement unsure = new Statement(
                site.kind(), site.subject(), site.amount(), 10 * MB, site.perMinute(), 0, 0, List.of(), Next.NONE);

        assertThat(said(now, List.of(), List.of(site))).anyMatch(said -> said.startsWith("HELD Direct Buffer: 20 MB"));
        assertThat(said(now, List.of(), List.of(unsure))).noneMatch(said -> said.contains("Direct Buffer: "));
    }

    private static Statement component(Component component) {
        return component(component.label());
    }

    private static Statement component(String name) {
        return new Statement(
                Kind.GROWING,
                new Statement.Subject(SubjectType.COMPONENT, name, "", 0),
                60 * MB,
                0,
                10 * MB,
                0,
                0,
                List.of(),
                Next.NONE);
    }

    /** Memory that a line names is not reported as growth that nothing else explains. */
    @Test
    void whatALineNamesIsNotUnexplained() {
        Statement metaspace = component(Component.METASPACE)
                .withEvidence(new Statement.Evidence(Basis.MAY_HOLD_PER_MINUTE, 10 * MB), Next.NONE);
        List<Statement> growth = List.of(rss(0), metaspace);
        List<Statement> named = ResidentJudge.of(at(4, 42).reading(), earlier(2, 12, 22, 32), growth);
        List<Statement> unnamed = ResidentJudge.of(at(4, 42).reading(), List.of(), growth);

        assertThat(ResidentJudge.merged(growth, unnamed)).contains(metaspace);
        assertThat(ResidentJudge.merged(growth, named))
                .contains(component(Component.METASPACE))
                .allMatch(statement -> statement.evidence(Basis.MAY_HOLD_PER_MINUTE) == Statement.UNKNOWN);
    }

    /** Metaspace was HELD beside an unknown rest of growth that was its own. */
    @Test
    void aPartThatIsToldToGrowIsNotToldAgain() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 100, Component.METASPACE, 60).at(240);
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 100, Component.METASPACE, 20)
                .at(0)
                .earlier();
        List<Statement> growth = List.of(rss(0), component(Component.METASPACE));

        List<Statement> all = ResidentJudge.merged(growth, ResidentJudge.of(now.reading(), List.of(before), growth));
        assertThat(all)
                .filteredOn(statement -> statement.subject().name().equals("Metaspace with class space"))
                .singleElement()
                .extracting(Statement::kind)
                .isEqualTo(Kind.GROWING);
    }

    /** Class loaders that had 46 % of it were told, and metaspace, beside them, to grow. */
    @Test
    void metaspaceOfLoadersThatAreToldIsNotToldAgain() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 100, Component.METASPACE, 36).at(240);
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 100, Component.METASPACE, 20)
                .at(0)
                .earlier();

        assertThat(said(now, List.of(before), List.of(rss(0), loaders(17))))
                .noneMatch(said -> said.contains("Metaspace"));
        for (Statement loaders : List.of(loaders(8), stopped(loaders(8)))) {
            assertThat(said(now, List.of(before), List.of(rss(0), loaders)))
                    .filteredOn(said -> said.contains("Metaspace"))
                    .singleElement()
                    .asString()
                    .startsWith("HELD Metaspace with class space: 28 MB in memory, 21 % of RSS. Other statements have"
                            + " 8 MB more of it.");
        }
        Readings nearLimit = Readings.of(Component.JAVA_HEAP, 100, Component.METASPACE, 36)
                .limits(new Limits(512 << 20, true, 0, 65_530, false, "", 0, 38 * MB, 0))
                .at(240);
        assertThat(said(nearLimit, List.of(before), List.of(rss(0), loaders(8))))
                .anyMatch(said -> said.startsWith("LIMIT Metaspace with class space: 36 MB"));
    }

    /** "LEAK 750 idle threads", and "HELD Thread Stacks" with the same bytes. */
    @Test
    void stacksOfThreadsThatAreToldAreNotToldAgain() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100, Component.THREAD_STACKS, 58)
                .threads(772)
                .at(240);
        for (Statement threads : List.of(threads(750, 56), stopped(threads(750, 56)))) {
            assertThat(said(now, List.of(), List.of(rss(0), threads)))
                    .noneMatch(said -> said.contains("Thread Stacks"));
        }
        assertThat(said(now, List.of(), List.of(stopped(threads(250, 19)))))
                .filteredOn(said -> said.contains("Thread Stacks"))
                .singleElement()
                .asString()
                .startsWith("HELD Thread Stacks: 39 MB in memory, 25 % of RSS. Other statements have 19 MB more of it."
                        + " Count: 522 threads, 76.5 KB each.");
    }

    private static Statement threads(long count, long megabytes) {
        return new Statement(
                Kind.LEAK,
                new Statement.Subject(SubjectType.THREAD, "pool-N-thread-1", "com.acme.Repair.run(Repair.java:12)", 7),
                count,
                0,
                200,
                0,
                0,
                List.of(new Statement.Evidence(Basis.STACK_BYTES, megabytes * MB)),
                Next.THREAD_STARTS);
    }

    /** "The statements above explain at most 81 % of it", and no line had the rest. */
    @Test
    void theRestOfRssIsToldWithWhatMayHaveIt() {
        for (Statement each : List.of(threads(750, 56), loaders(8))) {
            Statement rest = each.withEvidence(new Evidence(Basis.MAY_HOLD_PER_MINUTE, 9 * MB), Next.NONE);
            assertThat(Readings.said(List.of(rest)))
                    .singleElement()
                    .asString()
                    .endsWith(". RSS grows by 9 MB/min that nothing else explains.");
        }
    }

    private static Statement stopped(Statement grown) {
        return new Statement(
                grown.kind(),
                grown.subject(),
                grown.amount(),
                0,
                0,
                0,
                0,
                List.of(grown.evidence().get(0), new Statement.Evidence(Basis.GREW_UNTIL_MILLIS, 60_000)),
                Next.NONE);
    }

    /** "HELD JVM malloc: 21.9 MB more than 2 min ago", beside loaders that leak: HELD means steady. */
    @Test
    void mallocThatOtherStatementsExplainIsNotHeld() {
        List<ResidentPoint> before =
                List.of(jvmMalloc(0, 19).earlier(), jvmMalloc(62, 30).earlier());
        Readings now = jvmMalloc(124, 41);

        assertThat(said(now, before, List.of(rss(0), loaders(8))))
                .anyMatch(said -> said.startsWith("NORMAL JVM malloc: 41 MB in memory, 29 % of RSS. 22 MB more than"
                        + " 2 min 4 s ago. Other statements explain its growth."));
        assertThat(said(now, before, List.of(rss(0))))
                .anyMatch(said -> said.startsWith("GROWING JVM malloc: 41 MB") && !said.contains("explain"));
        assertThat(said(now, before, List.of())).anyMatch(said -> said.startsWith("HELD JVM malloc: 41 MB"));
    }

    private static Readings jvmMalloc(long second, long megabytes) {
        return Readings.of(Component.JAVA_HEAP, 100, Component.JVM_MALLOC, megabytes)
                .tracking()
                .at(second);
    }

    private static Statement loaders(long megabytes) {
        return new Statement(
                Kind.LEAK,
                new Statement.Subject(
                        SubjectType.LOADER, "com.acme.Loader", "com.acme.Plugins.load(Plugins.java:1)", 8),
                3_000,
                0,
                1_800,
                0,
                0,
                List.of(new Statement.Evidence(Basis.METASPACE_BYTES, megabytes * MB)),
                Next.CLASS_LOADERS);
    }

    /** The table of strings is from malloc: it was told as memory of native libraries. */
    @Test
    void theTableOfStringsIsNoLibrarys() {
        Statement strings = component(HistoryFigure.STRINGS.title());

        assertThat(said(at(4, 30), earlier(2, 12, 22), List.of(rss(0))))
                .anyMatch(said -> said.contains("Native Libraries malloc") && said.contains("/min"));
        assertThat(said(at(4, 30), earlier(2, 12, 22), List.of(rss(0), strings)))
                .noneMatch(said -> said.contains("Native Libraries malloc") && said.contains("/min"));
    }

    /** From JDK 23 on, constants of compiled code are in malloc's memory. */
    @Test
    void whatGoesWithCompiledCodeIsNoLibrarys() {
        assertThat(said(at(4, 30), earlier(2, 12, 22), List.of(rss(0), component(HistoryFigure.CODE.title()))))
                .noneMatch(said -> said.contains("Native Libraries malloc") && said.contains("/min"));
    }

    /** The line of resident memory has another name. */
    @Test
    void compiledCodeThatIsToldToGrowIsNotToldAgain() {
        Readings now =
                Readings.of(Component.JAVA_HEAP, 100, Component.CODE_CACHE, 60).at(240);
        ResidentPoint before = Readings.of(Component.JAVA_HEAP, 100, Component.CODE_CACHE, 20)
                .at(0)
                .earlier();
        List<Statement> growth = List.of(rss(0), component(HistoryFigure.CODE.title()));

        assertThat(ResidentJudge.of(now.reading(), List.of(before), growth))
                .noneMatch(statement -> statement.subject().name().equals("Code Cache"));
        assertThat(ResidentJudge.of(now.reading(), List.of(before), List.of()))
                .anyMatch(statement -> statement.subject().name().equals("Code Cache"));
    }

    /** It was blamed for what direct buffers leaked. */
    @Test
    void aHeapOfWhichMoreWasTouchedNeedNotHoldMore() {
        Readings now = Readings.of(Component.JAVA_HEAP, 220).heap(512, 6).at(40);
        ResidentPoint before =
                Readings.of(Component.JAVA_HEAP, 25).heap(512, 6).at(0).earlier();

        assertThat(said(now, List.of(before), List.of()).get(0))
                .startsWith("NORMAL Java Heap")
                .contains("195 MB more than 40 s ago.")
                .doesNotContain("live than", "GC.");
        assertThat(said(now, List.of(before), List.of(rss(0))).get(0))
                .startsWith("NORMAL Java Heap")
                .contains("/min");
    }

    @Test
    void noLimitIsEnoughForWhatGrows() {
        Readings now = Readings.of(Component.JAVA_HEAP, 100)
                .line("Direct Buffer", 300, "")
                .direct(300, 300)
                .at(240);
        Statement whole = grows(SubjectType.CATEGORY, "Direct Buffer", "", 300, 0);

        assertThat(LimitAdvice.of(now.reading(), List.of(), List.of(whole, rss(0))))
                .contains(
                        "-XX:MaxDirectMemorySize: UNKNOWN, no limit is enough while direct buffers grow: +10 MB/min. "
                                + "'nmt leaks PID' shows their call sites. Now: 512 MB.",
                        "No limit is enough while this grows. Fix it first: Direct Buffer, +10 MB/min, and 1 more.\n",
                        "\nContainer: UNKNOWN, its memory grows. No known limit now.\n");
        assertThat(LimitAdvice.of(now.reading(), List.of(), List.of(rss(0))))
                .contains("Fix it first: RSS, +", "\nContainer: UNKNOWN, its memory grows.");
        Readings heap = Readings.of(Component.JAVA_HEAP, 440).heap(1024, 340).at(240);
        assertThat(LimitAdvice.of(heap.reading(), List.of(heapAt(0, 200, 100)), List.of()))
                .contains("-Xmx: UNKNOWN, live bytes still grow: 240 MB more than 4 min ago");
    }

    /** Arenas and mappings are told like bytes. */
    @Test
    void manyMoreArenasAndMappingsAreTold() {
        ResidentPoint before =
                Readings.of(Component.JAVA_HEAP, 100).arenas(4).mappings(500).earlier();
        Readings now =
                Readings.of(Component.JAVA_HEAP, 100).arenas(40).mappings(9_500).at(120);

        assertThat(said(now, List.of(before), List.of()))
                .contains("HELD malloc arenas: 40. 36 more than 2 min ago.")
                .anyMatch(said -> said.startsWith("HELD Mappings: 9,500. 9,000 more than 2 min ago."));
        assertThat(ResidentJudge.of(now.reading(), List.of(before), List.of()))
                .filteredOn(statement -> statement.subject().type() == SubjectType.COUNT)
                .allMatch(statement -> statement.evidence(Basis.MORE) > 0);
    }
}
