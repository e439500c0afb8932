package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.MappedFile;
import io.nmt.core.model.Scale;
import io.nmt.report.document.ResidentReport;
import io.nmt.report.model.Component;
import io.nmt.report.model.MallocUsage;
import io.nmt.report.reading.division.HugePages;
import io.nmt.report.reading.sources.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of processes that have planted memory of each kind: nothing else is read to say it. */
class VerdictsTest {
    private static final Limits ALWAYS = new Limits(512 << 20, true, 0, 65_530, false, "always");

    /** A hello world, in MB: nothing that stands out. */
    private static Readings small() {
        return Readings.of(
                Component.JAVA_HEAP, 15, Component.LIBRARIES, 22, Component.CDS, 14, Component.JVM_MALLOC, 6);
    }

    private static String first(Readings readings) {
        return readings.verdicts().get(0);
    }

    @Test
    void nothingStandsOut() {
        assertThat(small().verdicts())
                .singleElement()
                .asString()
                .startsWith("Java Heap: the Java heap has 15MB, 26 % of RSS, of the 512MB")
                .contains("No collection has told yet")
                .doesNotContain("normal");
    }

    /** What came since the last collections lives or does not; that it is little is not told. */
    @Test
    void whatIsInUseBeyondWhatLivedIsSaid() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 300).heap(512, 49);

        assertThat(first(readings.used(131)))
                .contains(" allow. 49MB lived at the last collections. 82MB more are in use, garbage or not. That is");
        assertThat(first(readings.used(52))).contains(" allow. 49MB lived at the last collections. That is normal");
    }

    /** It was told last, after 148 MB of the JVM. */
    @Test
    void aHeapAsLargeAsItMayBeIsFirstAndNormal() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 3403, Component.JVM_MALLOC, 148, Component.METASPACE, 69)
                .heap(4096, 3000);

        assertThat(readings.verdicts()).hasSize(2);
        assertThat(first(readings))
                .startsWith("Java Heap: the Java heap has 3,403MB, 94 % of RSS, of the 4,096MB that the JVM's options"
                        + " allow. 3,000MB lived at the last collections. That is normal")
                .contains("no native memory is lost");
        assertThat(readings.verdicts().get(1)).startsWith("JVM malloc: the JVM itself holds an estimated 148MB");
    }

    @Test
    void aHeapThatIsFullIsNotNormal() {
        assertThat(first(Readings.of(Component.JAVA_HEAP, 4000).heap(4096, 4000)))
                .contains("nearly all that it may have", "a heap dump")
                .doesNotContain("normal");
    }

    @Test
    void generationsAreOneHeap() {
        assertThat(first(Readings.of(
                                Component.JAVA_HEAP_YOUNG,
                                100,
                                Component.JAVA_HEAP_OLD,
                                200,
                                "Java Heap, counted" + " again",
                                50)
                        .limits(new Limits(0, false, 0, 0, false, ""))))
                .startsWith(
                        "Java Heap: the Java heap has 300MB, 86 % of RSS, of the 512MB that it may have (-Xmx is not"
                                + " set)");
    }

    /** Clean, to be written, shared, private; by tracked code or not; with swap or not. */
    @ParameterizedTest(name = "{0} {1} {2} {3} {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/data/x     | 200 |   0 |   0 |   0 | All of it is clean pages, which the system drops when"
                        + " memory is short",
                "/data/x     |   0 | 200 |   0 |   0 | All of it is changed pages of files, which the system"
                        + " can drop only after"
                        + " it has written them",
                "/data/x     | 150 |  50 |   0 |   0 | 150MB is clean pages, which the system drops when memory"
                        + " is short;"
                        + " 50MB is changed pages",
                "/dev/shm/x  |   0 |   0 | 200 |   0 | All of it is shared memory (tmpfs, memfd or the like),"
                        + " which has no copy"
                        + " on disk and counts toward a kill",
                "/memfd:x    |   0 |   0 | 200 |   0 | counts toward a kill",
                "/data/x     |   1 |   0 |   0 | 199 | All of it is pages of no file (private copies of changed"
                        + " ones, or memory"
                        + " mapped without a file), which counts toward a kill",
                "[anonymous] |   0 |   0 |   0 | 200 | is of memory that was mapped without a file. All of it",
            })
    void mappedFiles(String path, long clean, long dirty, long shared, long anonymous, String words) {
        for (boolean tracked : new boolean[] {true, false}) {
            Readings readings = small().file(path, tracked, 250, clean, dirty, shared, anonymous);

            String verdict = first(readings);
            assertThat(verdict)
                    .startsWith(
                            tracked ? "Mapped File: mapped files have 200MB" : "Other Mapped Files: files that native")
                    .contains(words)
                    .doesNotContain("  ", "is of . ", "null");
            if (!path.equals(MappedFile.ANONYMOUS)) {
                assertThat(verdict).contains("200MB of the 250MB mapped, is of " + path + ".");
            }
            boolean kills = shared + anonymous > clean + dirty;
            assertThat(verdict.contains("toward a kill")).isEqualTo(kills);
            assertThat(verdict.contains("drops when memory is short")).isEqualTo(clean > 1);
        }
    }

    @Test
    void withSwapSharedMemoryCanGoThere() {
        Readings readings =
                small().file("/dev/shm/x", true, 200, 0, 0, 200, 0).limits(new Limits(0, true, 0, 0, true, ""));

        assertThat(first(readings)).contains("counts toward a kill, unless it is swapped out");
    }

    @Test
    void filesThatNativeCodeHasMapped() {
        Readings readings = small().file("/data/lmdb/data.mdb", false, 1000, 780, 0, 0, 0);

        assertThat(first(readings)).startsWith("Other Mapped Files: ").contains("/data/lmdb/data.mdb");
        assertThat(ResidentReport.files(
                        readings.reading().files(), readings.reading().fromStart(), Scale.MB))
                .contains("1,000MB", "780MB", "native   /data/lmdb/data.mdb");
    }

    @Test
    void deletedFiles() {
        Readings readings = small().file("/data/a (deleted)", true, 5000, 3, 0, 0, 0)
                .file("/data/b (deleted)", true, 100, 0, 0, 0, 0);

        assertThat(readings.verdicts())
                .last()
                .asString()
                .startsWith("Deleted files: 2 deleted files are still mapped,")
                .contains("5,100MB long", "3,072KB of it in memory; the longest is /data/a (deleted)", "'unreachable'");
    }

    @Test
    void whatNeverHadANameIsNoDeletedFile() {
        for (String path : List.of("/memfd:x (deleted)", "/SYSV00 (deleted)", "/dev/zero (deleted)", "/data/x")) {
            assertThat(small().file(path, true, 5000, 0, 0, 3, 0).verdicts())
                    .noneMatch(verdict -> verdict.contains("still mapped"));
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
        Readings notCounted = Readings.of(Component.NATIVE_LIBRARIES, 276, Component.JAVA_HEAP, 60);
        Readings withLibrary =
                Readings.of(Component.NATIVE_LIBRARIES, 276).line(Component.LIBRARIES.label(), 20, "librocksdbjni.so");

        assertThat(first(counted))
                .startsWith("JVM malloc: the JVM itself holds 390MB: symbols, interned strings")
                .contains("280MB of it for what HotSpot calls Symbol")
                .contains("VM.native_memory");
        assertThat(first(notCounted))
                .startsWith("Native Libraries malloc: 276MB of malloc's memory is not Java code's")
                .contains("which of them, cannot be told", "NativeMemoryTracking=summary", "the JVM is likelier")
                .doesNotContain("never closed");
        assertThat(first(withLibrary)).contains("cannot be told", "librocksdbjni.so", "never closed");
    }

    @Test
    void nativeLibrariesWithHotSpotsTracking() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 200)
                .line(Component.LIBRARIES.label(), 20, "libzstd.so")
                .tracking();

        assertThat(first(readings))
                .contains(
                        "hold 200MB by malloc that neither the JVM nor tracked Java code took",
                        "loaded are libzstd.so");
        assertThat(first(readings.malloc("mimalloc", null))).contains("not told apart");
    }

    @Test
    void hugePages() {
        Readings stacks = Readings.of(Component.THREAD_STACKS, 400, Component.JAVA_HEAP, 50)
                .threads(200)
                .huge(HugePages.STACKS, 390)
                .limits(ALWAYS);
        Readings heap = Readings.of(Component.JAVA_HEAP, 400).huge(HugePages.HEAP, 380);
        Readings malloc = Readings.of(Component.MALLOC_FREE, 300, Component.JAVA_HEAP, 50)
                .huge(HugePages.MALLOC, 290)
                .limits(ALWAYS);
        Readings few = Readings.of(Component.THREAD_STACKS, 400).huge(HugePages.STACKS, 20);

        assertThat(first(stacks))
                .startsWith(
                        "Thread Stacks: the stacks of 200 threads hold 400MB, 2,048KB each, 390MB of it in huge pages"
                                + " (transparent_hugepage/enabled is always)")
                .contains("-Xss");
        assertThat(first(heap)).contains("380MB of it in huge pages (transparent_hugepage/enabled is madvise)");
        assertThat(first(malloc)).contains("290MB of it in huge pages", "only when all in it is free");
        assertThat(first(few)).doesNotContain("huge");
    }

    @Test
    void mappingsNearTheirLimitAreFirst() {
        Readings many = Readings.of(Component.JAVA_HEAP, 400).mappings(60_000);

        assertThat(first(many))
                .startsWith("Mappings: the process has 60,000 of the 65,530 mappings that vm.max_map_count");
        assertThat(many.mappings(50_000).verdicts()).noneMatch(verdict -> verdict.startsWith("Mappings"));
    }

    @Test
    void directBuffersNearTheirLimitAreFirst() {
        String name = Category.DIRECT_BUFFER.name();
        Readings full =
                small().line(name, 480, 10, "").site(Category.DIRECT_BUFFER, "app.Cache.fill(Cache.java:7)", 0.7);

        assertThat(first(full))
                .startsWith("Direct Buffer: Direct Buffer holds 10MB, 94 % of the limit for direct buffers, 512MB, most"
                        + " of it from app.Cache.fill(Cache.java:7) (about 70 % of what is allocated, as samples say)");
        assertThat(first(small().line(name, 100, 90, ""))).contains("holds 90MB, 20 % of the limit");
    }

    /** Memory that is not in RSS does not explain it: told first only where it is more than all of RSS. */
    @Test
    void untouched() {
        assertThat(first(small().line(Category.UNSAFE.name(), 300, 0, "")))
                .startsWith("Unsafe: 300MB of Unsafe is allocated but not in memory");
        Readings withHeap = Readings.of(Component.JAVA_HEAP, 3000).line(Category.UNSAFE.name(), 2000, 500, "");
        assertThat(withHeap.verdicts())
                .extracting(verdict -> verdict.substring(0, 18))
                .containsExactly("Java Heap: the Jav", "Unsafe: Unsafe hol", "Unsafe: 1,500MB of");
    }

    @Test
    void freeButKept() {
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288, Component.JVM_MALLOC, 12, Component.JAVA_HEAP, 15)))
                .startsWith("malloc, free but kept: 288MB is memory that glibc keeps after free, 96 % of what it"
                        + " holds, in 16"
                        + " arenas: fragmentation")
                .contains("rss --trim");
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288)
                        .malloc("jemalloc", new MallocUsage(0, 0, -1, List.of()))))
                .contains("jemalloc keeps after free", "dirty_decay_ms")
                .doesNotContain("--trim");
        assertThat(first(Readings.of(Component.MALLOC_FREE, 288)
                        .malloc("tcmalloc", new MallocUsage(0, 0, -1, List.of()))))
                .contains("tcmalloc keeps after free", "TCMALLOC_RELEASE_RATE")
                .doesNotContain("--trim", "jemalloc");
    }

    @Test
    void theRest() {
        assertThat(first(Readings.of(Component.UNACCOUNTED, 200)))
                .contains("200MB is anonymous memory of which it is not known what has mapped it");
        assertThat(first(Readings.of(Component.METASPACE, 150, Component.CLASS_SPACE, 50)))
                .startsWith("Metaspace: class metadata holds 200MB");
        assertThat(first(Readings.of(Component.CODE_CACHE, 200))).contains("compiled code holds 200MB");
        assertThat(first(Readings.of(Component.BEFORE_TRACKING, 200)))
                .contains("200MB was taken through Unsafe (direct buffers are, too) before tracking began");
        assertThat(first(Readings.of(Component.GC, 100, Component.JVM_MAPPINGS, 100, Component.JVM_MALLOC, 10)))
                .startsWith("JVM malloc: the JVM itself holds an estimated 210MB");
    }

    /** It may become so large that the process is killed: that is not normal. */
    @Test
    void aHeapThatDoesNotFitTheContainer() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 700, Component.LIBRARIES, 200)
                .heap(1000, 100)
                .limits(new Limits(0, true, 1024 << 20, 65_530, false, ""));

        assertThat(first(readings))
                .contains(". With the 200MB outside it", "the container's limit of 1,024MB, and the process be killed")
                .doesNotContain("normal");
        assertThat(first(readings.limits(new Limits(0, true, 1200 << 20, 65_530, false, ""))))
                .contains("normal");
    }

    /** Objects that are dead since long, in an old generation that no collection has looked at. */
    @Test
    void whatNoCollectionHasCoveredIsNotToldToLive() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).notCollected(480);

        assertThat(first(readings))
                .contains("How much of it lives is not known: no collection has covered the old generation yet,"
                        + " of which 480MB"
                        + " are in use, garbage or not")
                .doesNotContain("nearly all that it may have", "a heap dump");
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

        assertThat(many.verdicts()).hasSize(7).last().asString().startsWith("Java Heap");
    }

    /** It was told as malloc's memory of native libraries, or likelier of the JVM itself. */
    @Test
    void directBuffersFromBeforeTracking() {
        Readings late = small().late()
                .line(Component.BEFORE_TRACKING.label(), 400, "")
                .directPool(4, 400, 400)
                .limits(new Limits(500 << 20, true, 0, 65_530, false, ""));

        assertThat(first(late))
                .startsWith("Unsafe, before tracking: 400MB are direct buffers that the agent has not seen"
                        + " allocated, by the"
                        + " JVM's own count: they are from before tracking began, or of a category that"
                        + " is left out; all direct"
                        + " buffers, 4, have 400MB, 80 % of their limit, 500MB (MaxDirectMemorySize)");
        assertThat(late.verdicts()).noneMatch(verdict -> verdict.contains("likelier"));
        Readings withMore =
                small().late().line(Component.BEFORE_TRACKING.label(), 500, "").directPool(4, 400, 400);
        assertThat(first(withMore)).contains("400MB of the 500MB taken through Unsafe unseen are direct buffers");
    }

    /** Also those that are not tracked, or are in another category. */
    @Test
    void theLimitIsOfAllDirectBuffers() {
        Readings untracked = Readings.of(Component.JAVA_HEAP, 3000, Component.BEFORE_TRACKING, 480)
                .directPool(4, 485, 480);
        Readings tracked = Readings.of(Component.JAVA_HEAP, 3000)
                .line(Category.DIRECT_BUFFER.name(), 200, "")
                .directPool(4, 500, 0);

        assertThat(first(untracked))
                .startsWith("Unsafe, before tracking: 480MB")
                .contains("485MB, 95 % of their limit");
        assertThat(first(tracked))
                .startsWith(
                        "Direct Buffer: Direct Buffer holds 200MB, with what else counts (arenas, temporary buffers),"
                                + " 500MB in all, 98 % of"
                                + " the limit"
                                + " for direct buffers, 512MB");
    }

    /** G1 leaves garbage in regions that it does not collect. */
    @Test
    void whatMayBeGarbageIsNotToldToLive() {
        Readings readings =
                Readings.of(Component.JAVA_HEAP, 900).heap(1024, 1000).atMost();

        assertThat(first(readings))
                .contains(
                        "At most 900MB of it lived at the last collections, which leave garbage in the old generation")
                .doesNotContain("nearly all that it may have");
        assertThat(first(Readings.of(Component.JAVA_HEAP, 433).heap(1024, 841))).contains("At most 433MB of it lived");
    }

    @Test
    void theLargestPartIsNotMost() {
        Readings readings =
                small().line(Category.UNSAFE.name(), 200, "").site(Category.UNSAFE, "app.X.y(X.java:7)", 0.39);

        assertThat(first(readings)).contains(", the largest part of it from app.X.y(X.java:7) (about 39 %");
    }

    @Test
    void whoHasMappedAFileBeforeTrackingIsNotKnown() {
        Readings readings = small().late().file("/data/x", false, 250, 200, 0, 0, 0);

        assertThat(first(readings)).contains("files that native code has mapped, or Java code before tracking began");
        assertThat(ResidentReport.files(
                        readings.reading().files(), readings.reading().fromStart(), Scale.MB))
                .contains("unknown   /data/x", "By unknown: by native code, or by Java code before tracking began.")
                .doesNotContain("native   ");
    }

    @Test
    void aTrimThatWasDoneIsNotAdvisedAgain() {
        Readings readings = Readings.of(Component.MALLOC_FREE, 90, Component.JAVA_HEAP, 15)
                .at(240)
                .trimmed(120, 213, 80);

        assertThat(first(readings))
                .contains("'rss --trim' was tried 2 min ago: RSS fell by 213MB, and malloc kept 80MB free")
                .doesNotContain("shows how much");
        assertThat(first(readings.trimmed(120, 213, 20))).contains("'rss --trim' shows how much");
        assertThat(first(readings.trimmed(120, -3, 80))).contains("ago: RSS did not fall, and");
    }

    @Test
    void whatAProfileOfMallocHasFoundIsToldInItsPlace() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 276, Component.JAVA_HEAP, 60)
                .at(240);

        assertThat(first(readings)).contains("'native PID' tells, while it grows, which library takes it");
        assertThat(first(readings.profiled(120, "librocksdbjni.so: 12MB taken in 30 s and not freed.")))
                .contains("native PID' has found, 2 min ago: librocksdbjni.so: 12MB taken in 30 s and not freed;");
        assertThat(first(readings.profiled(120, ""))).contains("native PID' has found none, 2 min ago, that took more");
    }

    @Test
    void whatIsReadAfterTheEndAdvisesCommandsForTheNextProcess() {
        assertThat(Verdicts.forTheNext("'leaks' shows which code's memory grows"))
                .isEqualTo("in the next process, 'leaks' shows which code's memory grows");
        assertThat(Verdicts.forTheNext("'rss --trim' was tried 3 s ago: RSS did not fall"))
                .startsWith("'rss --trim' was tried");
        assertThat(Verdicts.forTheNext("'native PID' has found, 3 s ago: libz")).startsWith("'native");
        assertThat(Verdicts.forTheNext("-XX:ReservedCodeCacheSize limits it")).startsWith("-XX:");
    }
}
