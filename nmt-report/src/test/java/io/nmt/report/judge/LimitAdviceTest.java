package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.model.CgroupFigure;
import io.nmt.report.model.Component;
import io.nmt.report.model.Statement;
import io.nmt.report.reading.sources.Limits;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitAdviceTest {
    private static final long MB = 1L << 20;

    /** The live heap, its former size, and the statement. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "512 |   0 | -Xmx: UNKNOWN, no collection yet. Now: 512 MB.",
                "512 |   3 | -Xmx: 16 MB. Live heap: 3 MB at the last collections. With 50 % headroom: 4.5 MB, but at "
                        + "least 16 MB. Now: 512 MB.",
                "512 | 100 | -Xmx: 152 MB. Live heap: 100 MB at the last collections. With 50 % headroom: 150 MB, "
                        + "rounded up. Now: 512 MB.",
                "512 | 500 | -Xmx: 768 MB. Live heap: 500 MB at the last collections. With 50 % headroom: 750 MB, "
                        + "rounded up. Now: 512 MB, too little.",
            })
    void heap(long max, long lived, String said) {
        assertThat(LimitAdvice.of(Readings.of().heap(max, lived).reading(), List.of(), List.of()))
                .contains('\n' + said + '\n');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "  0 | -XX:MaxDirectMemorySize: no direct buffers so far. Now: 512 MB.",
                "  3 | -XX:MaxDirectMemorySize: 4 MB. Peak: 3 MB. With 25 % headroom: 3.75 MB, rounded up. Now: "
                        + "512 MB.",
                "300 | -XX:MaxDirectMemorySize: 384 MB. Peak: 300 MB. With 25 % headroom: 375 MB, rounded up. "
                        + "Now: 512 MB.",
                "500 | -XX:MaxDirectMemorySize: 640 MB. Peak: 500 MB. With 25 % headroom: 625 MB, rounded up. "
                        + "Now: 512 MB, too little.",
            })
    void directBuffers(long peak, String said) {
        assertThat(LimitAdvice.of(Readings.of().direct(peak, 0).reading(), List.of(), List.of()))
                .contains('\n' + said + '\n');
    }

    @Test
    void containerFromWhatIsOutsideTheHeap() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 200, Component.TRACKING, 8, Component.NATIVE_LIBRARIES, 92)
                .line(Category.DIRECT_BUFFER.name(), 100, "")
                .direct(320, 100)
                .peakRss(450);

        // 512 + 192 + (400 - 100) = 1,004; a tenth more is 1,104.4, in steps of 64.
        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of())).endsWith("""

                        Container: 1,152 MB. No known limit now.
                           512 MB  Java heap, up to -Xmx
                           192 MB  in memory outside the heap
                           300 MB  more direct buffers, by their peak
                          0.98 GB  in all
                           450 MB  RSS at its peak
                           The larger with 10 % headroom: 1.08 GB, rounded up.
                        """);
    }

    /** Files of tmpfs fill the container, and RSS has nothing of them. */
    @Test
    void theContainerHasRoomForWhatIsBesideTheProcess() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 60, Component.NATIVE_LIBRARIES, 40)
                .heap(128, 0)
                .anonymous(100)
                .cgroup(512, 480, 20, 350)
                .cgroup(CgroupFigure.KERNEL, 10 * MB);

        // 128 + 40 + (460 - 100) = 528; a tenth more is 580.8, in steps of 32.
        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\nContainer: 608 MB. No known limit now.\n")
                .contains("   40 MB  in memory outside the heap\n   360 MB  in the container beside the process\n")
                .contains("\n   528 MB  in all\n   460 MB  RSS at its peak, with what is beside the process\n");
    }

    /** The container was made for the heap as it may be now, whatever was proposed for it. */
    @Test
    void theContainerFitsTheHeapThatIsProposed() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 400, Component.NATIVE_LIBRARIES, 50)
                .line(Category.DIRECT_BUFFER.name(), 300, 20, "")
                .heap(512, 100)
                .direct(300, 300)
                .peakRss(1000);

        // 152 + 70 + (384 - 20) = 586, which a tenth more makes 645: as much as both limits together, and what else
        // there is.
        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("-Xmx: 152 MB. ", "-XX:MaxDirectMemorySize: 384 MB. ")
                .contains("""

                        Container, with -Xmx as proposed: 672 MB. No known limit now.
                           152 MB  Java heap, up to -Xmx
                            70 MB  in memory outside the heap
                           364 MB  more direct buffers, by their peak
                           586 MB  in all
                           With 10 % headroom: 645 MB, rounded up.
                           Peak RSS: 0.98 GB. Its garbage in the heap is unknown: test these limits \
                        under load.
                        """)
                .contains("""

                        Container, with -Xmx as it is: 1,152 MB. No known limit now.
                           512 MB  Java heap, up to -Xmx
                            70 MB  in memory outside the heap
                           364 MB  more direct buffers, by their peak
                           946 MB  in all
                          0.98 GB  RSS at its peak
                           The larger with 10 % headroom: 1.07 GB, rounded up.
                        """);
    }

    @Test
    void whereTheHeapIsTooSmallThereIsOneContainer() {
        assertThat(LimitAdvice.of(
                        Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).reading(), List.of(), List.of()))
                .contains("-Xmx: 768 MB. ", "too little", "\nContainer, with -Xmx as proposed: 864 MB. ")
                .doesNotContain("as it is");
    }

    /** Possible garbage makes no limit. */
    @Test
    void heapThatNoCollectionHasCovered() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).notCollected(480);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: UNKNOWN, no collection of the old generation yet, 480 MB in use there. Run "
                        + "'nmt unreachable PID', a full collection, then ask again. Now: 512 MB.\n")
                .contains("\nContainer: 576 MB. No known limit now.\n   512 MB  Java heap")
                .doesNotContain("too little");
        assertThat(LimitAdvice.of(readings.heap(512, 500).notCollected(10).reading(), List.of(), List.of()))
                .contains("-Xmx: 768 MB. ");
        assertThat(LimitAdvice.of(readings.heap(512, 5).notCollected(5).reading(), List.of(), List.of()))
                .contains("-Xmx: 16 MB. Live heap: at most 5 MB, with all of the old generation. With 50 % headroom: ");
    }

    /** 150 MB of garbage, one young collection, and 40 MB kept since, all in the young generation. */
    @Test
    void whatCameSinceTheFirstYoungCollectionMayLive() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 10)
                .heap(2048, 2)
                .notCollected(2)
                .used(42);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: UNKNOWN, no collection of the old generation yet, 2 MB in use there. Run 'nmt "
                        + "unreachable PID', a full collection, then ask again. Now: 2 GB.\n")
                .contains("\nContainer: 2,304 MB. No known limit now.\n     2 GB  Java heap")
                .doesNotContain("-Xmx: 16 MB", "as proposed");
    }

    /** 40 MB kept, a full collection, and 80 MB kept since, of which a young collection has seen 9 MB. */
    @Test
    void whatCameSinceAFullCollectionMayLive() {
        Readings readings =
                Readings.of(Component.NATIVE_LIBRARIES, 10).heap(2048, 49).used(125);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: 192 MB. Live heap: at most 125 MB, all in use, 49 MB at the last collections. "
                        + "With 50 % headroom: 188 MB, rounded up. Now: 2 GB.\n")
                .contains("\n   A full collection makes it exact: run 'nmt unreachable PID'.\n")
                .contains("\nContainer, with -Xmx as proposed: 224 MB. No known limit now.\n   192 MB  Java heap");
        // What is in memory bounds it, too.
        assertThat(LimitAdvice.of(
                        Readings.of(Component.JAVA_HEAP, 100)
                                .heap(2048, 49)
                                .used(125)
                                .reading(),
                        List.of(),
                        List.of()))
                .contains("-Xmx: 152 MB. Live heap: at most 100 MB");
        // With a margin all that is in use would need more than the limit; most of it may be garbage.
        assertThat(LimitAdvice.of(readings.used(1500).reading(), List.of(), List.of()))
                .contains("\n-Xmx: UNKNOWN, 49 MB live at the last collections, and 1.42 GB more in use, live or "
                        + "garbage. Run 'nmt unreachable PID', a full collection, then ask again.")
                .doesNotContain("too little");
        // So little more changes nothing.
        assertThat(LimitAdvice.of(readings.used(52).reading(), List.of(), List.of()))
                .contains("-Xmx: 76 MB. Live heap: 49 MB at the last collections. With 50 % headroom: ");
        // What is known to live makes the limit too little by itself.
        assertThat(LimitAdvice.of(readings.heap(512, 400).used(500).reading(), List.of(), List.of()))
                .contains("-Xmx: 608 MB. Live heap: 400 MB", "Now: 512 MB, too little.");
    }

    /** Whatever collections have told. */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 1", "false, 2"})
    void noProposalIsLessThanWhatMayLive(boolean atMost, int uncollectedHalves) {
        for (long max : List.of(16L, 64L, 512L, 2048L)) {
            for (long lived = 1; lived <= max; lived += Math.max(1, max / 16)) {
                for (long used = 1; used <= max; used += Math.max(1, max / 16)) {
                    Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 10)
                            .heap(max, lived)
                            .notCollected(lived * uncollectedHalves / 2)
                            .used(used);
                    String advice =
                            LimitAdvice.of((atMost ? readings.atMost() : readings).reading(), List.of(), List.of());

                    Matcher proposed = Pattern.compile("^-Xmx: ([\\d,]+) MB", Pattern.MULTILINE)
                            .matcher(advice);
                    if (proposed.find()) {
                        assertThat(Long.parseLong(proposed.group(1).replace(",", "")))
                                .as(max + " " + lived + " " + used)
                                .isGreaterThanOrEqualTo(Math.max(lived, used));
                    }
                }
            }
        }
    }

    /** Their memory counts toward the limit, and is in RSS already. */
    @Test
    void automaticArenasAreNotCountedTwice() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .line("Foreign Memory", 200, "")
                .directPool(200, 200, 0);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("The JVM counts 200 MB now. With 25 % headroom: 250 MB")
                .contains("   200 MB  in memory outside the heap\n    56 MB  more direct buffers");
    }

    /** At the peak more of the file may have been in memory: that needs no room either. */
    @Test
    void pagesOfFilesThatWereDroppedNeedNoRoom() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .file("/data/x", false, 10_000, 1000, 0, 0, 0)
                .peakRss(8150);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("   100 MB  RSS at its peak, without 7.86 GB of file pages that may have been clean\n");
    }

    /** Nor can those of the JDK's image, of which hardly any page is ever in memory, have been its peak. */
    @Test
    void whatBlocksHadAtTheirPeakWasNoFile() {
        Readings ofBlocks = Readings.of(Component.JAVA_HEAP, 60)
                .file("/data/x", false, 142, 0, 0, 0, 0)
                .direct(110, 0)
                .peakRss(170);
        Readings ofImage = Readings.of(Component.JAVA_HEAP, 60)
                .file(System.getProperty("java.home") + "/lib/modules", false, 142, 0, 0, 0, 0)
                .peakRss(170);

        assertThat(LimitAdvice.of(ofBlocks.reading(), List.of(), List.of())).contains("   170 MB  RSS at its peak\n");
        assertThat(LimitAdvice.of(ofImage.reading(), List.of(), List.of())).contains("   170 MB  RSS at its peak\n");
    }

    @Test
    void noLimitIsEnoughForASuspect() {
        Site site = new Site(
                1,
                "Direct Buffer",
                List.of(),
                new Frame("com.acme.Codec", "encode", "Codec.java", 12, false),
                false,
                FreedBy.PROGRAM);
        Statement suspect = new Statement(
                Statement.Kind.LEAK,
                new Statement.Subject(Statement.SubjectType.SITE, site.toString(), site.category(), 1),
                20 << 20,
                0,
                30 << 20,
                0,
                0,
                List.of(),
                Statement.Next.LEAKS);

        Statement handles = new Statement(
                Statement.Kind.LEAK,
                new Statement.Subject(Statement.SubjectType.HANDLE, "com.acme.Iterator", "", 0),
                700,
                0,
                60,
                0,
                0,
                List.of(),
                Statement.Next.HANDLES);

        assertThat(LimitAdvice.of(
                        Readings.of(Component.JAVA_HEAP, 100)
                                .direct(40, 20)
                                .heap(512, 100)
                                .reading(),
                        List.of(),
                        List.of(handles, suspect)))
                .isEqualTo("""

                        Limits for the load that this process has had
                        No limit is enough while this grows. Fix it first: com.acme.Codec.encode(Codec.java:12), \
                        +30 MB/min, and 1 more.
                        -Xmx: 152 MB. Live heap: 100 MB at the last collections. With 50 % headroom: 150 MB, \
                        rounded up. Now: 512 MB.
                           Large objects and garbage between collections need more: test it under load.
                        -XX:MaxDirectMemorySize: UNKNOWN, no limit is enough for a leak: \
                        com.acme.Codec.encode(Codec.java:12), +30 MB/min. Now: 512 MB.
                        Container: UNKNOWN, its memory grows. No known limit now.
                        """);
        assertThat(LimitAdvice.of(Readings.of().direct(40, 20).reading(), List.of(), List.of(handles)))
                .contains("Fix it first: com.acme.Iterator.\n", "\nContainer: UNKNOWN, its memory grows.");
    }

    @Test
    void aYoungProcessHasNotShownWhatItNeeds() {
        assertThat(LimitAdvice.of(Readings.of().upFor(90).reading(), List.of(), List.of()))
                .contains("Too early to rely on them: the process is only 90 s old.");
        assertThat(LimitAdvice.of(Readings.of().upFor(900).reading(), List.of(), List.of()))
                .doesNotContain("Too early");
    }

    @Test
    void containerFromThePeak() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .peakRss(2000)
                .limits(new Limits(0, true, 2048 * MB, 0, false, "", 0, 0, 0));

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("  1.95 GB  RSS at its peak\n   The larger with 10 % headroom: 2.15 GB, rounded up.\n")
                .contains(" MB. Now: 2 GB, too little.\n");
    }

    /** A database that has its files mapped needs no container of their size. */
    @Test
    void cleanPagesOfFilesNeedNoRoom() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .file("/data/x", true, 10_000, 8000, 50, 0, 0)
                .peakRss(8150);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("    50 MB  in memory outside the heap", "   150 MB  RSS at its peak, without 7.81 GB")
                .endsWith("   Not counted: 7.81 GB of clean file pages, which the kernel can drop.\n");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "4, 4", "33, 34", "150, 152", "375, 384", "1105, 1152", "1024, 1024"})
    void roundedUp(long megabytes, long rounded) {
        assertThat(LimitText.up(megabytes * MB)).isEqualTo(rounded * MB);
    }

    @ParameterizedTest
    @CsvSource({
        "memory_limit_in_bytes: 419430400, 419430400",
        "memory_limit_in_bytes: 409600 k, 419430400",
        "memory_limit_in_bytes: 409600 kB, 419430400",
        "memory_limit: 409600 kB, 419430400",
        "memory_limit_in_bytes: unlimited, 0",
        "memory_soft_limit_in_bytes: 409600 k, 0",
        "container information not found., 0",
    })
    void limitOfTheContainer(String line, long bytes) {
        assertThat(Limits.containerBytes("container (cgroup) information:\n" + line + "\n"))
                .isEqualTo(bytes);
    }

    /** Memory that G1 leaves may be garbage: then the limit may be enough. */
    @Test
    void whatMayBeGarbageMakesNoLimitTooLittle() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 450).atMost();

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: UNKNOWN, at most 450 MB live at the last collections, with garbage of the old "
                        + "generation. Run 'nmt unreachable PID', a full collection, then ask again. Now: 512 MB.\n")
                .doesNotContain("too little");
        assertThat(LimitAdvice.of(readings.heap(512, 100).reading(), List.of(), List.of()))
                .contains("\n-Xmx: 152 MB. Live heap: at most 100 MB at")
                .contains("\n   A full collection makes it exact: run 'nmt unreachable PID'.\n");
    }

    /** There were none, it said. */
    @Test
    void directBuffersFromBeforeTracking() {
        Readings unseen = Readings.of(Component.BEFORE_TRACKING, 400).directPool(4, 400, 400);

        assertThat(LimitAdvice.of(unseen.reading(), List.of(), List.of()))
                .contains("\n-XX:MaxDirectMemorySize: 512 MB. The JVM counts 400 MB that are not tracked. With 25 % "
                        + "headroom: 500 MB, rounded up. Now: 512 MB.\n")
                // 500 in steps of 16, less the 400 that are in memory.
                .contains("   112 MB  more direct buffers");
        // NIO's own are in the JVM's count.
        assertThat(LimitAdvice.of(
                        Readings.of().direct(300, 300).directPool(4, 301, 0).reading(), List.of(), List.of()))
                .contains("-XX:MaxDirectMemorySize: 384 MB. Peak: 300 MB. With 25 % headroom: 375 MB, rounded up");
        assertThat(LimitAdvice.of(Readings.of().directPool(1, 1, 0).reading(), List.of(), List.of()))
                .contains("no direct buffers so far");
        // It would do, but for the rounding.
        assertThat(LimitAdvice.of(
                        unseen.limits(new Limits(500 << 20, true, 0, 0, false, "", 0, 0, 0))
                                .reading(),
                        List.of(),
                        List.of()))
                .contains("rounded up. Now: 500 MB.\n");
        assertThat(LimitAdvice.of(unseen.direct(80, 0).reading(), List.of(), List.of()))
                .contains(
                        "The JVM counts 400 MB that are not tracked, peak of the others 80 MB. With 25 % headroom: 600 "
                                + "MB");
        assertThat(LimitAdvice.of(
                        Readings.of().direct(80, 80).directPool(4, 100, 0).reading(), List.of(), List.of()))
                .contains("The JVM counts 100 MB now. With 25 % headroom: 125 MB");
    }
}
