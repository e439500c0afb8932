package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.Scale;
import io.nmt.report.document.Report;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.Limits;
import io.nmt.report.render.ReportText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements on processes that have planted memory of each kind: nothing else is read to judge it. */
class ResidentJudgeTest {
    private static final long MB = 1L << 20;

    private static final Limits ALWAYS = new Limits(512 << 20, true, 0, 65_530, false, "always", 0, 0, 0);

    /** A hello world, in MB: nothing that stands out. */
    private static Readings small() {
        return Readings.of(
                Component.JAVA_HEAP, 15, Component.LIBRARIES, 22, Component.CDS, 14, Component.JVM_MALLOC, 6);
    }

    private static String first(Readings readings) {
        return readings.verdicts().get(0);
    }

    private static Kind kind(Readings readings) {
        return readings.statements().get(0).kind();
    }

    @Test
    void nothingStandsOut() {
        assertThat(small().verdicts())
                .singleElement()
                .isEqualTo("NORMAL Java Heap: 15 MB in memory, 26 % of RSS. Limit -Xmx: 512 MB, 3 % used."
                        + " Live size unknown: no collection yet. Next: 'nmt rss --advise PID'");
    }

    /** A little heap since the last collections may live or not, and is not told. */
    @Test
    void whatIsInUseBeyondWhatLivedIsSaid() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 300).heap(512, 49);

        assertThat(first(readings.used(131)))
                .contains(" Live after the last collections: 49 MB. 82 MB more in use, live or garbage.");
        assertThat(first(readings.used(52)))
                .contains("Live after the last collections: ")
                .doesNotContain("more are in use");
    }

    /** It was told last, after 148 MB of the JVM. */
    @Test
    void aHeapAsLargeAsItMayBeIsFirstAndNormal() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 3403, Component.JVM_MALLOC, 148, Component.METASPACE, 69)
                .heap(4096, 3000);

        assertThat(readings.verdicts()).hasSize(2);
        assertThat(first(readings))
                .startsWith("NORMAL Java Heap: 3.32 GB in memory, 94 % of RSS. Limit -Xmx: 4 GB, 83 % used."
                        + " Live after the last collections: 2.93 GB.");
        assertThat(readings.verdicts().get(1))
                .startsWith("HELD JVM malloc: 148 MB in memory")
                .contains("This is an estimate.");
    }

    @Test
    void aHeapThatIsFullIsNearItsLimit() {
        assertThat(first(Readings.of(Component.JAVA_HEAP, 4000).heap(4096, 4000)))
                .startsWith("LIMIT Java Heap: ")
                .contains("'jcmd PID GC.class_histogram'");
    }

    @Test
    void generationsAreOneHeap() {
        assertThat(first(Readings.of(
                                Component.JAVA_HEAP_YOUNG,
                                100,
                                Component.JAVA_HEAP_OLD,
                                200,
                                Component.JAVA_HEAP_AGAIN,
                                50)
                        .limits(new Limits(0, false, 0, 0, false, "", 0, 0, 0))))
                .startsWith("NORMAL Java Heap: 300 MB in memory, 86 % of RSS. Limit default -Xmx: 512 MB");
    }

    /** Clean, to be written, shared, private; by tracked code or not. */
    @ParameterizedTest(name = "{0} {1} {2} {3} {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/data/x     | 200 |   0 |   0 |   0 | RECLAIMABLE | 200 MB are clean pages: the kernel drops",
                "/data/x     |   0 | 200 |   0 |   0 | RECLAIMABLE | 200 MB are changed pages of files: the",
                "/data/x     | 150 |  50 |   0 |   0 | RECLAIMABLE | 150 MB are clean pages: the kernel drops them"
                        + " under pressure. 50 MB are changed pages",
                "/dev/shm/x  |   0 |   0 | 200 |   0 | HELD | 200 MB are shared memory: they count toward a kill.",
                "/memfd:x    |   0 |   0 | 200 |   0 | HELD | they count toward a kill.",
                "/data/x     |   1 |   0 |   0 | 199 | HELD | 199 MB are private pages: they count toward a kill.",
                "[anonymous] |   0 |   0 |   0 | 200 | HELD | The largest is memory without a file, 200 MB",
            })
    void mappedFiles(String path, long clean, long dirty, long shared, long anonymous, Kind kind, String words) {
        for (boolean tracked : new boolean[] {true, false}) {
            Readings readings = small().file(path, tracked, 250, clean, dirty, shared, anonymous);

            String said = first(readings);
            assertThat(said)
                    .startsWith(kind + (tracked ? " Mapped File: 200 MB" : " Other Mapped Files: 200 MB"))
                    .contains(words)
                    .doesNotContain("  ", "null");
            if (!path.equals(MappedFile.ANONYMOUS)) {
                assertThat(said).contains("The largest is " + path + ", 200 MB in memory.");
            }
            boolean kills = shared + anonymous > 0;
            assertThat(said.contains("toward a kill")).isEqualTo(kills);
            assertThat(said.contains("drops them under pressure")).isEqualTo(clean > 1);
        }
    }

    @Test
    void withSwapSharedMemoryCanGoThere() {
        Readings readings = small().file("/dev/shm/x", true, 200, 0, 0, 200, 0)
                .limits(new Limits(0, true, 0, 0, true, "", 0, 0, 0));

        assertThat(first(readings)).contains("count toward a kill, unless swapped out.");
    }

    @Test
    void filesThatNativeCodeHasMapped() {
        Readings readings = small().file("/data/lmdb/data.mdb", false, 1000, 780, 0, 0, 0);

        assertThat(first(readings))
                .startsWith("RECLAIMABLE Other Mapped Files: ")
                .contains("Native code mapped them.", "/data/lmdb/data.mdb");
        assertThat(files(readings)).contains("1,000MB", "780MB", "native   /data/lmdb/data.mdb");
    }

    private static String files(Readings readings) {
        return ReportText.of(
                new Report(ResidentReport.files(
                        readings.reading().files(), readings.reading().fromStart())),
                Scale.MB);
    }

    @Test
    void deletedFiles() {
        Readings readings = small().file("/data/a (deleted)", true, 5000, 3, 0, 0, 0)
                .file("/data/b (deleted)", true, 100, 0, 0, 0, 0);

        assertThat(readings.verdicts())
                .last()
                .asString()
                .startsWith("RECLAIMABLE Mapped File: 3 MB in memory, 5 % of RSS. 3 MB are of 2 deleted files that are"
                        + " still mapped (4.98 GB), such as /data/a.")
                .doesNotContain("The largest is");
    }

    @Test
    void whatNeverHadANameIsNoDeletedFile() {
        for (String path : List.of("/memfd:x (deleted)", "/SYSV00 (deleted)", "/dev/zero (deleted)", "/data/x")) {
            assertThat(small().file(path, true, 5000, 0, 0, 3, 0).verdicts())
                    .noneMatch(said -> said.contains("still mapped"));
        }
    }

    /** Millions of interned strings: their rounding was told as a leak of libraries that were not even there. */
    @Test
    void internedStrings() {
        Readings counted = Readings.of(
                        "JVM malloc",
                        20,
                        "JVM malloc, Symbol",
                        280,
                        Component.JVM_ROUNDING,
                        90,
                        Component.JAVA_HEAP,
                        60)
                .tracking();
        Readings notCounted = Readings.of(Component.NATIVE_LIBRARIES, 276, Component.JAVA_HEAP, 60)
                .line(Component.LIBRARIES.label(), 1, "librocksdbjni.so");
        Readings withLibrary =
                Readings.of(Component.NATIVE_LIBRARIES, 276).line(Component.LIBRARIES.label(), 20, "librocksdbjni.so");

        assertThat(first(counted))
                .startsWith("HELD JVM malloc: 390 MB in memory")
                .contains("280 MB are for Symbol.")
                .contains("'jcmd PID VM.native_memory'");
        assertThat(first(notCounted))
                .startsWith("UNKNOWN Native Libraries malloc: 276 MB in memory, 82 % of RSS. Native libraries or the"
                        + " JVM: unknown which.")
                .contains("To know it, restart with -XX:NativeMemoryTracking=summary.")
                .doesNotContain("likelier", "before tracking");
        assertThat(first(withLibrary)).contains("Loaded: librocksdbjni.so.", "'nmt handles PID'");
    }

    @Test
    void nativeLibrariesWithHotSpotsTracking() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 200)
                .line(Component.LIBRARIES.label(), 20, "libzstd.so")
                .tracking();

        assertThat(first(readings))
                .startsWith("HELD Native Libraries malloc: 200 MB")
                .contains("Neither the JVM nor tracked Java code allocated it. Loaded: libzstd.so.");
        assertThat(first(readings.malloc("mimalloc", null)))
                .startsWith("UNKNOWN")
                .contains("Native libraries or the allocator's free memory: unknown which.");
    }

    /** LWJGL's jemalloc was told as a mapping of nothing. */
    @Test
    void aLibraryWithAnAllocatorOfItsOwnIsNamed() {
        Readings readings = Readings.of(Component.UNACCOUNTED, 200)
                .line(Component.LIBRARIES.label(), 20, "liblwjgl.so, libjemalloc.so");

        assertThat(first(readings)).contains("Own allocator: libjemalloc.so. Loaded: liblwjgl.so.");
    }

    @Test
    void hugePages() {
        Readings stacks = Readings.of(Component.THREAD_STACKS, 400, Component.JAVA_HEAP, 50)
                .threads(200)
                .huge(HugePages.STACKS, 390)
                .limits(ALWAYS);
        Readings heap = Readings.of(Component.JAVA_HEAP, 400).huge(HugePages.HEAP, 380);
        Readings few = Readings.of(Component.THREAD_STACKS, 400).huge(HugePages.STACKS, 20);

        assertThat(first(stacks))
                .startsWith("HELD Thread Stacks: 400 MB in memory")
                .contains(
                        "Count: 200 threads, 2 MB each.",
                        "390 MB are in huge pages (setting always).",
                        "To retain less, restart with madvise in");
        assertThat(first(heap)).contains("380 MB are in huge pages (setting madvise).");
        assertThat(first(few)).doesNotContain("huge");
    }

    @Test
    void mappingsNearTheirLimitAreFirst() {
        Readings many = Readings.of(Component.JAVA_HEAP, 400).mappings(60_000);

        assertThat(first(many)).startsWith("LIMIT Mappings: 60,000. Limit vm.max_map_count: 65,530, 92 % used.");
        assertThat(many.statements().get(0).next()).isEqualTo(Next.NONE);
        assertThat(many.mappedFiles(40_000).statements().get(0).next()).isEqualTo(Next.SITES);
        assertThat(many.mappings(50_000).verdicts()).noneMatch(said -> said.contains("Mappings"));
    }

    @Test
    void classMetadataNearItsLimitIsFirst() {
        String metaspace = Component.METASPACE.label();
        String space = Component.CLASS_SPACE.label();
        Limits both = new Limits(512 << 20, true, 0, 65_530, false, "", 0, 64 << 20, 16 << 20);
        Readings full =
                small().line(metaspace, 50, 48, "").line(space, 9, 8, "").limits(both);
        Readings fullSpace =
                small().line(metaspace, 30, 28, "").line(space, 15, 14, "").limits(both);

        assertThat(first(full))
                .startsWith("LIMIT Metaspace with class space: 56 MB")
                .contains("Limit -XX:MaxMetaspaceSize: 64 MB, 92 % used.");
        assertThat(full.verdicts()).noneMatch(said -> said.contains(space));
        assertThat(first(fullSpace))
                .startsWith("LIMIT Compressed Class Space: 14 MB")
                .contains("Limit -XX:CompressedClassSpaceSize: 16 MB, 94 % used.");
        assertThat(fullSpace.verdicts()).anyMatch(said -> said.startsWith("HELD Metaspace: 28 MB"));
        assertThat(kind(small().line(metaspace, 40, 38, "")
                        .line(space, 9, 8, "")
                        .limits(both)))
                .isNotEqualTo(Kind.LIMIT);
    }

    @Test
    void directBuffersNearTheirLimitAreFirst() {
        String name = Category.DIRECT_BUFFER.name();
        Readings full =
                small().line(name, 480, 10, "").site(Category.DIRECT_BUFFER, "app.Cache.fill(Cache.java:7)", 0.7);

        assertThat(first(full))
                .startsWith("LIMIT Direct Buffer: 10 MB in memory, 15 % of RSS. Asked for: 480 MB. Limit direct"
                        + " buffers: 512 MB, 94 % used. 70 % is from app.Cache.fill(Cache.java:7).");
        assertThat(first(small().line(name, 100, 90, "")))
                .startsWith("HELD Direct Buffer: 90 MB")
                .contains("512 MB, 20 % used.");
    }

    /** Absent memory is first only where it is more than all of RSS. */
    @Test
    void untouched() {
        assertThat(first(small().line(Category.UNSAFE.name(), 300, 0, "")))
                .startsWith("HELD Unsafe: 0 B in memory, 0 % of RSS. Asked for: 300 MB.");
        Readings withHeap = Readings.of(Component.JAVA_HEAP, 3000).line(Category.UNSAFE.name(), 2000, 500, "");
        assertThat(withHeap.verdicts()).hasSize(2);
        assertThat(withHeap.verdicts().get(1))
                .startsWith("HELD Unsafe: 500 MB in memory, 14 % of RSS. Asked for: 1.95 GB.");
    }

    @Test
    void freeButKept() {
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288, Component.JVM_MALLOC, 12, Component.JAVA_HEAP, 15)
                        .malloc("glibc", new MallocUsage(12 * MB, 288 * MB, -1, List.of()))))
                .isEqualTo("RETAINED malloc retained: 288 MB in memory, 91 % of RSS. No code holds it:"
                        + " fragmentation, or a peak that is over. 96 % of glibc's memory, in 16 arenas."
                        + " To retain less, restart with MALLOC_ARENA_MAX=2, or jemalloc by LD_PRELOAD."
                        + " Next: 'nmt rss --trim PID'");
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288)
                        .malloc("jemalloc", new MallocUsage(0, 0, -1, List.of()))))
                .contains("% of jemalloc's memory.", "MALLOC_CONF=background_thread:true")
                .doesNotContain("--trim", "LD_PRELOAD");
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288)
                        .malloc("tcmalloc", new MallocUsage(0, 0, -1, List.of()))))
                .contains("% of tcmalloc's memory.", "TCMALLOC_RELEASE_RATE")
                .doesNotContain("--trim", "jemalloc");
    }

    /** "53 %", where the table has 191 of 491 MB: Java code's memory was counted where it is not in memory. */
    @Test
    void thePartOfMallocIsThatOfTheTable() {
        Readings readings = Readings.of(Component.MALLOC_FREE, 191, Component.NATIVE_LIBRARIES, 20)
                .line(Category.UNSAFE.name(), 300, 10, "")
                .malloc("glibc", new MallocUsage(300 * MB, 191 * MB, -1, List.of()));
        assertThat(readings.verdicts()).anyMatch(said -> said.contains("39 % of glibc's memory"));
    }

    /** It was advised to a process that had it already. */
    @Test
    void fewerArenasAreNotAdvisedWhereTheyAreSet() {
        Limits two = new Limits(512 << 20, true, 0, 65_530, false, "", 2, 0, 0);

        assertThat(first(Readings.of(Component.MALLOC_FREE, 288).limits(two)))
                .contains("in 16 arenas", "jemalloc by LD_PRELOAD")
                .doesNotContain("MALLOC_ARENA_MAX");
    }

    @Test
    void theRest() {
        assertThat(first(Readings.of(Component.UNACCOUNTED, 200)))
                .startsWith("UNKNOWN Unaccounted: 200 MB in memory, 100 % of RSS. Anonymous memory of an unknown"
                        + " owner: no known allocator has it.")
                .doesNotContain("Next: ");
        assertThat(first(Readings.of(Component.METASPACE, 150, Component.CLASS_SPACE, 50)))
                .startsWith("HELD Metaspace with class space: 200 MB")
                .contains("2,000 classes");
        assertThat(first(Readings.of(Component.CODE_CACHE, 200))).startsWith("HELD Code Cache: 200 MB");
        assertThat(first(Readings.of(Component.BEFORE_TRACKING, 200).late()))
                .contains("Java code allocated it before tracking began, or its category is not tracked.");
        assertThat(first(Readings.of(Component.GC, 100, Component.JVM_MAPPINGS, 100, Component.JVM_MALLOC, 10)))
                .startsWith("HELD Garbage Collector: 100 MB");
        assertThat(Readings.of(Component.GC, 100, Component.JVM_MAPPINGS, 101, Component.JVM_MALLOC, 10)
                        .verdicts())
                .hasSize(4)
                .anyMatch(said -> said.startsWith("HELD JVM malloc: 10 MB"))
                .anyMatch(said -> said.startsWith("HELD JVM mappings: 101 MB")
                        && said.contains("101 MB are mappings, perhaps of a native library."));
    }

    /** It may become so large that the process is killed: that is not normal. */
    @Test
    void aHeapThatDoesNotFitTheContainer() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 700, Component.LIBRARIES, 200)
                .heap(1000, 100)
                .limits(new Limits(0, true, 1024 << 20, 65_530, false, "", 0, 0, 0));

        assertThat(first(readings))
                .startsWith("HELD Java Heap")
                .contains("With 200 MB outside it, the heap may pass the container's limit, 1 GB.");
        assertThat(kind(readings.limits(new Limits(0, true, 1200 << 20, 65_530, false, "", 0, 0, 0))))
                .isEqualTo(Kind.NORMAL);
    }

    /** Objects that are dead since long, in an old generation that no collection has looked at. */
    @Test
    void whatNoCollectionHasCoveredIsNotToldToLive() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).notCollected(480);

        assertThat(first(readings))
                .startsWith("NORMAL Java Heap")
                .contains("Live size unknown: no collection of the old generation yet, 480 MB in use.");
    }

    @Test
    void theHeapIsToldAlsoWhereThereIsMuchElse() {
        Readings many = Readings.of(
                Component.JAVA_HEAP, 1,
                Component.METASPACE, 100,
                Component.CODE_CACHE, 100,
                Component.THREAD_STACKS, 100,
                Component.JVM_MALLOC, 100,
                Component.NATIVE_LIBRARIES, 100,
                Component.MALLOC_FREE, 100,
                Component.UNACCOUNTED, 100,
                Component.BEFORE_TRACKING, 100);

        assertThat(many.verdicts()).hasSize(7).last().asString().startsWith("NORMAL Java Heap");
    }

    /** It was told as malloc's memory of native libraries. */
    @Test
    void directBuffersFromBeforeTracking() {
        Readings late = small().late()
                .line(Component.BEFORE_TRACKING.label(), 500, "")
                .directPool(4, 400, 400)
                .limits(new Limits(500 << 20, true, 0, 65_530, false, "", 0, 0, 0));

        assertThat(first(late))
                .startsWith("HELD Unsafe, before tracking: 500 MB")
                .contains(
                        "400 MB of it are direct buffers. Count: 4 direct buffers.",
                        "Limit direct buffers: 500 MB, 80 % used.",
                        "To know it, restart with -javaagent.");
    }

    /** "Before tracking" was said of processes that were tracked from their start. */
    @Test
    void ofAProcessThatIsTrackedFromItsStartNothingIsFromBefore() {
        assertThat(Readings.of(Component.BEFORE_TRACKING, 200, Component.NATIVE_LIBRARIES, 200)
                        .file("/data/x", false, 250, 200, 0, 0, 0)
                        .verdicts())
                .hasSize(4)
                .noneMatch(said -> said.contains("before tracking"));
    }

    /** Also those that are not tracked, or are in another category. */
    @Test
    void theLimitIsOfAllDirectBuffers() {
        Readings untracked = Readings.of(Component.JAVA_HEAP, 3000, Component.BEFORE_TRACKING, 480)
                .late()
                .directPool(4, 485, 480);
        Readings tracked = Readings.of(Component.JAVA_HEAP, 3000)
                .line(Category.DIRECT_BUFFER.name(), 200, "")
                .directPool(4, 500, 0);

        assertThat(first(untracked))
                .startsWith("LIMIT Unsafe, before tracking: 480 MB")
                .contains("95 % used.");
        assertThat(first(tracked)).startsWith("LIMIT Direct Buffer: 200 MB").contains("98 % used.");
    }

    /** G1 leaves garbage in regions that it does not collect. */
    @Test
    void whatMayBeGarbageIsNotToldToLive() {
        Readings readings =
                Readings.of(Component.JAVA_HEAP, 900).heap(1024, 1000).atMost();

        assertThat(first(readings)).startsWith("NORMAL").contains("Live after the last collections: at most 900 MB.");
        assertThat(first(Readings.of(Component.JAVA_HEAP, 433).heap(1024, 841))).contains("at most 433 MB.");
    }

    @Test
    void whoHasMappedAFileBeforeTrackingIsNotKnown() {
        Readings readings = small().late().file("/data/x", false, 250, 200, 0, 0, 0);

        assertThat(first(readings)).contains("Native code mapped them, or Java code before tracking.");
        assertThat(files(readings))
                .contains("unknown   /data/x", "By unknown: by native code, or by Java code before tracking began.")
                .doesNotContain("native   ");
    }

    @Test
    void aTrimThatWasDoneIsNotAdvisedAgain() {
        Readings readings = Readings.of(Component.MALLOC_FREE, 90, Component.JAVA_HEAP, 15)
                .at(240)
                .trimmed(120, 213, 80);

        assertThat(first(readings))
                .contains("'rss --trim' released 213 MB 2 min ago, and 80 MB stayed.")
                .doesNotContain("Next: ");
        assertThat(first(readings.trimmed(120, 213, 20))).endsWith("Next: 'nmt rss --trim PID'");
        assertThat(first(readings.trimmed(120, -3, 80))).contains("released nothing 2 min ago");
    }

    /** A profile shows growth alone, and is advised of nothing that was there before. */
    @Test
    void aProfileIsAdvisedOnlyOfWhatGrows() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 276, Component.JAVA_HEAP, 60)
                .line(Component.LIBRARIES.label(), 1, "librocksdbjni.so")
                .at(240);

        assertThat(readings.statements().get(0).next()).isEqualTo(Next.HANDLES);
        assertThat(ResidentJudge.of(
                                readings.reading(),
                                List.of(Readings.of(Component.NATIVE_LIBRARIES, 100, Component.JAVA_HEAP, 60)
                                        .earlier()),
                                List.of())
                        .get(0)
                        .next())
                .isEqualTo(Next.NATIVE);
        assertThat(first(readings.profiled(120, "librocksdbjni.so: 12MB taken in 30 s and not freed.")))
                .contains("'native' found this 2 min ago: librocksdbjni.so: 12MB taken in 30 s and not freed.");
        assertThat(first(readings.profiled(120, ""))).contains("'native' found nothing that grows, 2 min ago.");
    }

    @Test
    void temporaryBuffersOfThreadsAreSaidToBeThat() {
        assertThat(first(small().line(Category.NIO_TEMPORARY_BUFFER.name(), 400, "")))
                .contains(
                        "The JDK keeps these buffers for each thread until that ends.",
                        "-Djdk.nio.maxCachedBufferSize=262144");
    }

    @Test
    void objectsThatWaitForTheirFinalizerAreTold() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500);

        assertThat(first(readings.finalizers(12_000))).contains("12,000 objects wait for the finalizer thread.");
        assertThat(first(readings.finalizers(900))).doesNotContain("finalizer");
    }

    /** An exact figure is so only of the time since then. */
    @Test
    void countsOfALateAttachSaySinceWhen() {
        Readings readings = small().line(Category.UNSAFE.name(), 200, "");

        assertThat(first(readings)).doesNotContain("Tracked since");
        assertThat(first(readings.late())).contains("Tracked since 00:00:00, when the agent was attached.");
    }

    @Test
    void whatIsLeftAdvisesNoCommand() {
        Readings readings = Readings.of(Component.MALLOC_FREE, 288, Component.JAVA_HEAP, 60);

        assertThat(ResidentJudge.left(readings.reading(), List.of(), List.of()))
                .hasSize(2)
                .allMatch(statement -> statement.next() == Next.NONE);
    }
}
