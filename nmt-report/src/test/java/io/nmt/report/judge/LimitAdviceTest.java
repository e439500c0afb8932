package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
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

    /** What may live, what lived, and what is said. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "512 |   0 | -Xmx: cannot be told yet; no collection has told how much lives. Now it is 512MB.",
                "512 |   3 | -Xmx: 16MB. Of the heap 3MB lived at the last collections; half more is 5MB, but"
                        + " less than 16MB is"
                        + " not proposed. Now it is 512MB.",
                "512 | 100 | -Xmx: 152MB. Of the heap 100MB lived at the last collections; half more is 150MB,"
                        + " rounded up."
                        + " Now it is 512MB.",
                "512 | 500 | -Xmx: 768MB. Of the heap 500MB lived at the last collections; half more is 750MB,"
                        + " rounded up."
                        + " Now it is 512MB: too little for this.",
            })
    void heap(long max, long lived, String said) {
        assertThat(LimitAdvice.of(Readings.of().heap(max, lived).reading(), List.of(), List.of()))
                .contains('\n' + said + '\n');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "  0 | -XX:MaxDirectMemorySize: there were no direct buffers. Now it is 512MB.",
                "  3 | -XX:MaxDirectMemorySize: 4MB. The peak was 3MB; a quarter more is 4MB, rounded up. Now"
                        + " it is 512MB.",
                "300 | -XX:MaxDirectMemorySize: 384MB. The peak was 300MB; a quarter more is 375MB, rounded up."
                        + " Now it is"
                        + " 512MB.",
                "500 | -XX:MaxDirectMemorySize: 640MB. The peak was 500MB; a quarter more is 625MB, rounded up."
                        + " Now it is"
                        + " 512MB: too little for this.",
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
        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .endsWith("\nContainer: 1,152MB. The heap may become 512MB, outside it there are 192MB now,"
                        + " direct buffers may"
                        + " come to take 300MB more: 1,004MB together. RSS was 450MB at the most. A"
                        + " tenth more than the"
                        + " larger is 1,104MB, rounded up. There is no limit now, or it is not known.\n");
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
                .contains("-Xmx: 152MB.", "-XX:MaxDirectMemorySize: 384MB.")
                .contains("\nContainer, with -Xmx as proposed: 672MB. The heap may become 152MB, outside it there"
                        + " are 70MB now,"
                        + " direct buffers may come to take 364MB more: 586MB together. A tenth more is"
                        + " 645MB, rounded up."
                        + " There is no limit now, or it is not known.\n"
                        + "   RSS was 1,000MB at the most. How much of that was garbage in the heap is"
                        + " not known: try these"
                        + " limits under load.\n")
                .contains("\nContainer, with -Xmx as it is: 1,152MB. The heap may become 512MB, outside it there"
                        + " are 70MB now,"
                        + " direct buffers may come to take 364MB more: 946MB together. RSS was 1,000MB"
                        + " at the most. A tenth more"
                        + " than the larger is 1,100MB, rounded up.");
    }

    @Test
    void whereTheHeapIsTooSmallThereIsOneContainer() {
        assertThat(LimitAdvice.of(
                        Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).reading(), List.of(), List.of()))
                .contains("-Xmx: 768MB.", "too little for this", "\nContainer, with -Xmx as proposed: 864MB.")
                .doesNotContain("as it is");
    }

    /** What may be garbage makes no limit. */
    @Test
    void heapThatNoCollectionHasCovered() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 500).notCollected(480);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: too early to tell; how much of it lives is not known: no collection has"
                        + " covered the old"
                        + " generation yet, of which 480MB are in use, garbage or not. 'unreachable"
                        + " PID' runs a full"
                        + " collection, then ask again. Now it is 512MB.\n")
                .contains("\nContainer: 576MB. The heap may become 512MB")
                .doesNotContain("too little");
        assertThat(LimitAdvice.of(readings.heap(512, 500).notCollected(10).reading(), List.of(), List.of()))
                .contains("-Xmx: 768MB.");
        assertThat(LimitAdvice.of(readings.heap(512, 5).notCollected(5).reading(), List.of(), List.of()))
                .contains("-Xmx: 16MB. Of the heap at the most 5MB live, if all of the old generation does; half"
                        + " more is");
    }

    /** 150 MB of garbage, one young collection, and 40 MB kept since, all in the young generation. */
    @Test
    void whatCameSinceTheFirstYoungCollectionMayLive() {
        Readings readings = Readings.of(Component.NATIVE_LIBRARIES, 10)
                .heap(2048, 2)
                .notCollected(2)
                .used(42);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: too early to tell; how much of it lives is not known: no collection has covered the"
                        + " old generation yet, of which 2,048KB are in use, garbage or not. 'unreachable PID' runs a"
                        + " full collection, then ask again. Now it is 2,048MB.\n")
                .contains("\nContainer: 2,304MB. The heap may become 2,048MB")
                .doesNotContain("-Xmx: 16MB", "as proposed");
    }

    /** 40 MB kept, a full collection, and 80 MB kept since, of which a young collection has seen 9 MB. */
    @Test
    void whatCameSinceAFullCollectionMayLive() {
        Readings readings =
                Readings.of(Component.NATIVE_LIBRARIES, 10).heap(2048, 49).used(125);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains(
                        "\n-Xmx: 192MB. Of the heap at the most 125MB live: all that is in use, of which 49MB lived at"
                                + " the last collections; half more is 188MB, rounded up. Now it is 2,048MB.\n")
                .contains("\n   How much lives is known after a full collection, which 'unreachable PID' runs.\n")
                .contains("\nContainer, with -Xmx as proposed: 224MB. The heap may become 192MB");
        // What is in memory bounds it, too.
        assertThat(LimitAdvice.of(
                        Readings.of(Component.JAVA_HEAP, 100)
                                .heap(2048, 49)
                                .used(125)
                                .reading(),
                        List.of(),
                        List.of()))
                .contains("-Xmx: 152MB. Of the heap at the most 100MB live");
        // With a margin all that is in use would need more than the limit; most of it may be garbage.
        assertThat(LimitAdvice.of(readings.used(1500).reading(), List.of(), List.of()))
                .contains("\n-Xmx: too early to tell; 49MB lived at the last collections, and 1,451MB more are in use,"
                        + " garbage or not. 'unreachable PID' runs a full collection, then ask again.")
                .doesNotContain("too little");
        // So little more changes nothing.
        assertThat(LimitAdvice.of(readings.used(52).reading(), List.of(), List.of()))
                .contains("-Xmx: 76MB. Of the heap 49MB lived at the last collections; half more is");
        // What is known to live makes the limit too little by itself.
        assertThat(LimitAdvice.of(readings.heap(512, 400).used(500).reading(), List.of(), List.of()))
                .contains("-Xmx: 608MB. Of the heap 400MB lived", "Now it is 512MB: too little for this.");
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

                    Matcher proposed = Pattern.compile("^-Xmx: ([\\d,]+)MB", Pattern.MULTILINE)
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
                .contains("The JVM counts 200MB now; a quarter more is 250MB")
                .contains("outside it there are 200MB now, direct buffers may come to take 56MB more");
    }

    /** At the peak more of the file may have been in memory: that needs no room either. */
    @Test
    void pagesOfFilesThatWereDroppedNeedNoRoom() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .file("/data/x", false, 10_000, 1000, 0, 0, 0)
                .peakRss(8150);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("RSS was 8,150MB at the most, 100MB without 8,050MB that are or may have been clean pages of"
                        + " files. A tenth more");
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

        assertThat(LimitAdvice.of(ofBlocks.reading(), List.of(), List.of()))
                .contains("RSS was 170MB at the most. A tenth");
        assertThat(LimitAdvice.of(ofImage.reading(), List.of(), List.of()))
                .contains("RSS was 170MB at the most. A tenth");
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

        assertThat(LimitAdvice.of(Readings.of().direct(40, 20).reading(), List.of(), List.of(suspect)))
                .contains(
                        "-XX:MaxDirectMemorySize: too early, or no limit is enough: 'leaks' has a suspect,"
                                + " com.acme.Codec.encode(Codec.java:12), that grows by 30MB a minute. Now it is"
                                + " 512MB.",
                        "   No limit is enough for a leak: 'leaks' has a suspect,"
                                + " com.acme.Codec.encode(Codec.java:12), Direct Buffer, which holds 20MB and grows by"
                                + " 30MB a minute.\n");
    }

    @Test
    void aYoungProcessHasNotShownWhatItNeeds() {
        assertThat(LimitAdvice.of(Readings.of().upFor(90).reading(), List.of(), List.of()))
                .contains("Too early to rely on them: the process has run for 90 s,");
        assertThat(LimitAdvice.of(Readings.of().upFor(900).reading(), List.of(), List.of()))
                .doesNotContain("Too early");
    }

    @Test
    void containerFromThePeak() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .peakRss(2000)
                .limits(new Limits(0, true, 2048 * MB, 0, false, "", 0));

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("RSS was 2,000MB at the most. A tenth more than the larger is 2,200MB, rounded up. Now it is"
                        + " 2,048MB: too little for this.\n");
    }

    /** A database that has its files mapped needs no container of their size. */
    @Test
    void cleanPagesOfFilesNeedNoRoom() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 100)
                .file("/data/x", true, 10_000, 8000, 50, 0, 0)
                .peakRss(8150);

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("outside it there are 50MB now", "RSS was 8,150MB at the most, 150MB without 8,000MB")
                .endsWith("   Not counted: 8,000MB of clean file pages, which the system can drop.\n");
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

    /** What G1 leaves may be garbage: then the limit may be enough. */
    @Test
    void whatMayBeGarbageMakesNoLimitTooLittle() {
        Readings readings = Readings.of(Component.JAVA_HEAP, 500).heap(512, 450).atMost();

        assertThat(LimitAdvice.of(readings.reading(), List.of(), List.of()))
                .contains("\n-Xmx: too early to tell; at most 450MB of it lived at the last collections, which"
                        + " leave garbage in"
                        + " the old generation. 'unreachable PID' runs a full collection, then ask"
                        + " again. Now it is 512MB.\n")
                .doesNotContain("too little");
        assertThat(LimitAdvice.of(readings.heap(512, 100).reading(), List.of(), List.of()))
                .contains("\n-Xmx: 152MB. Of the heap at the most 100MB lived")
                .contains("\n   How much lives is known after a full collection, which 'unreachable PID' runs.\n");
    }

    /** There were none, it said. */
    @Test
    void directBuffersFromBeforeTracking() {
        Readings unseen = Readings.of(Component.BEFORE_TRACKING, 400).directPool(4, 400, 400);

        assertThat(LimitAdvice.of(unseen.reading(), List.of(), List.of()))
                .contains("\n-XX:MaxDirectMemorySize: 512MB. By the JVM's own count 400MB are not tracked; a"
                        + " quarter more is"
                        + " 500MB, rounded up. Now it is 512MB.\n")
                // 500 in steps of 16, less the 400 that are in memory.
                .contains("direct buffers may come to take 112MB more");
        // NIO's own are in the JVM's count.
        assertThat(LimitAdvice.of(
                        Readings.of().direct(300, 300).directPool(4, 301, 0).reading(), List.of(), List.of()))
                .contains("-XX:MaxDirectMemorySize: 384MB. The peak was 300MB; a quarter more is 375MB, rounded up");
        assertThat(LimitAdvice.of(Readings.of().directPool(1, 1, 0).reading(), List.of(), List.of()))
                .contains("there were no direct buffers");
        // It would do, but for the rounding.
        assertThat(LimitAdvice.of(
                        unseen.limits(new Limits(500 << 20, true, 0, 0, false, "", 0))
                                .reading(),
                        List.of(),
                        List.of()))
                .contains("rounded up. Now it is 500MB.\n");
        assertThat(LimitAdvice.of(unseen.direct(80, 0).reading(), List.of(), List.of()))
                .contains("By the JVM's own count 400MB are not tracked, the peak of the others was 80MB; a"
                        + " quarter more is 600MB");
        assertThat(LimitAdvice.of(
                        Readings.of().direct(80, 80).directPool(4, 100, 0).reading(), List.of(), List.of()))
                .contains("The JVM counts 100MB now; a quarter more is 125MB");
    }
}
