package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.ResidentLine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reports of real JVMs, shortened by types of which others are like. */
class HotSpotUsageTest {
    @Test
    void jdk17() {
        HotSpotUsage usage = HotSpotUsage.parse("""

                Native Memory Tracking:

                (Omitting categories weighting less than 1KB)

                Total: reserved=7840932KB, committed=478008KB
                       malloc: 9564KB #16180
                       mmap:   reserved=7831368KB, committed=468444KB

                -                 Java Heap (reserved=6172672KB, committed=397312KB)
                                            (mmap: reserved=6172672KB, committed=397312KB)\s
                \s
                -                     Class (reserved=1048719KB, committed=527KB)
                                            (classes #1516)
                                            (  instance classes #1347, array classes #169)
                                            (malloc=143KB #2023) (at peak)\s
                                            (mmap: reserved=1048576KB, committed=384KB)\s
                                            (  Metadata:   )
                                            (    reserved=65536KB, committed=2688KB)
                                            (    used=2591KB)
                                            (    waste=97KB =3.61%)
                \s
                -                    Thread (reserved=18479KB, committed=739KB)
                                            (thread #18)
                                            (stack: reserved=18432KB, committed=692KB)
                                            (malloc=28KB #112) (peak=36KB #116)\s
                                            (arena=19KB #34) (peak=91KB #34)
                \s
                -                        GC (reserved=267157KB, committed=52837KB)
                                            (malloc=5121KB #637) (at peak)\s
                                            (mmap: reserved=262036KB, committed=47716KB)\s
                \s
                -                     Other (reserved=10KB, committed=10KB)
                                            (malloc=10KB #2) (at peak)\s
                \s
                -    Native Memory Tracking (reserved=261KB, committed=261KB)
                                            (malloc=8KB #128) (at peak)\s
                                            (tracking overhead=253KB)
                \s
                -                 Safepoint (reserved=8KB, committed=8KB)
                                            (mmap: reserved=8KB, committed=8KB)\s
                """);

        assertThat(usage.mallocBytes()).isEqualTo((143 + 28 + 19 + 5121 + 8 + 253) << 10);
        assertThat(usage.unsafeBytes()).isEqualTo(10 << 10);
        assertThat(usage.mappingBytes()).isEqualTo((47716 + 8) << 10);
    }

    /** From JDK 21 on, mappings have peaks, too. */
    @Test
    void jdk21() {
        HotSpotUsage usage = HotSpotUsage.parse("""
                Total: reserved=7720677KB, committed=463685KB
                       malloc: 15221KB #16676
                       mmap:   reserved=7705456KB, committed=448464KB

                -                      Code (reserved=247848KB, committed=7708KB)
                                            (malloc=160KB #1842) (peak=160KB #1843)\s
                                            (mmap: reserved=247688KB, committed=7548KB, at peak)\s
                                            (arena=0KB #0) (peak=33KB #1)
                \s
                -                 GCCardSet (reserved=22KB, committed=22KB)
                                            (malloc=22KB #288) (at peak)\s
                \s
                -                  Internal (reserved=212KB, committed=212KB)
                                            (malloc=176KB #1868) (peak=183KB #1810)\s
                                            (mmap: reserved=36KB, committed=36KB, at peak)\s
                \s
                -                     Other (reserved=34KB, committed=34KB)
                                            (malloc=34KB #2) (at peak)\s
                \s
                -                   Unknown (reserved=0KB, committed=0KB)
                                            (mmap: reserved=0KB, committed=0KB, peak=20KB)\s
                """);

        assertThat(usage.mallocBytes()).isEqualTo((160 + 22 + 176) << 10);
        assertThat(usage.unsafeBytes()).isEqualTo(34 << 10);
        assertThat(usage.mappingBytes()).isEqualTo(36 << 10);
        assertThat(usage.mallocByType()).containsOnlyKeys("Code", "GCCardSet", "Internal");
        assertThat(usage.mallocLines(100)).extracting(ResidentLine::component).containsExactly("JVM malloc");
    }

    /** This JDK names the type once more. */
    @Test
    void jdk25() {
        HotSpotUsage usage = HotSpotUsage.parse("""
                Total: reserved=7736569KB, committed=474085KB
                       malloc: 14725KB #13454, peak=18413KB #13427
                       mmap:   reserved=7721844KB, committed=459360KB

                -                  Compiler (reserved=413KB, committed=413KB)
                                            (malloc=21KB tag=Compiler #54) (peak=35KB #59)
                                            (arena=393KB #11) (peak=7867KB #13)

                -                     Other (reserved=34KB, committed=34KB)
                                            (malloc=34KB tag=Other #2) (at peak)

                -    Native Memory Tracking (reserved=244KB, committed=244KB)
                                            (malloc=7KB tag=Native Memory Tracking #117) (peak=7KB #118)
                                            (tracking overhead=236KB)

                -        Shared class space (reserved=16384KB, committed=13908KB, readonly=0KB)
                                            (mmap: reserved=16384KB, committed=13908KB, peak=14116KB)

                -                 Metaspace (reserved=65549KB, committed=2957KB)
                                            (malloc=13KB tag=Metaspace #12) (at peak)
                                            (mmap: reserved=65536KB, committed=2944KB, at peak)

                -                 Safepoint (reserved=8KB, committed=8KB)
                                            (mmap: reserved=8KB, committed=8KB, at peak)
                """);

        assertThat(usage.mallocBytes()).isEqualTo((21 + 393 + 7 + 236 + 13) << 10);
        assertThat(usage.unsafeBytes()).isEqualTo(34 << 10);
        assertThat(usage.mappingBytes()).isEqualTo(8 << 10);
        assertThat(usage.mallocByType().get("Compiler")).isEqualTo(414 << 10);
    }

    /** A purpose that takes much has its own line, and the lines have together what there is to divide. */
    @Test
    void byPurpose() {
        Map<String, Long> byType = Map.of("Symbol", 3L << 20, "GC", 1L << 20, "Code", 4096L);
        HotSpotUsage usage = new HotSpotUsage((4L << 20) + 4096, 0, 0, 0, byType);

        List<ResidentLine> lines = usage.mallocLines(1_000_001);

        assertThat(lines)
                .extracting(ResidentLine::component)
                .containsExactly("JVM malloc, Symbol", "JVM malloc, GC", "JVM malloc");
        assertThat(lines.stream().mapToLong(ResidentLine::residentBytes).sum()).isEqualTo(1_000_001);
        assertThat(lines.get(0).residentBytes()).isBetween(740_000L, 751_000L);
        assertThat(usage.mallocLines(0)).allMatch(line -> line.residentBytes() == 0);
    }

    /** Six million nodes of interned strings, of 16 bytes each: with HotSpot's 18, of 34, for which malloc takes 48. */
    @Test
    void rounding() {
        HotSpotUsage usage = HotSpotUsage.parse("""
                Total: reserved=7736569KB, committed=474085KB
                       malloc: 199219KB #6000000, peak=18413KB #13427

                -                    Symbol (reserved=93750KB, committed=93750KB)
                                            (malloc=93750KB tag=Symbol #6000000) (at peak)

                -                     Other (reserved=93750KB, committed=93750KB)
                                            (malloc=93750KB tag=Other #6000000) (at peak)

                -    Native Memory Tracking (reserved=105469KB, committed=105469KB)
                                            (tracking overhead=105469KB)
                """);

        assertThat(usage.roundingBytes()).isEqualTo(6_000_000L * 14);
        assertThat(GlibcChunk.meanRounding(16)).isEqualTo(16);
        assertThat(GlibcChunk.meanRounding(24)).isEqualTo(8);
        assertThat(GlibcChunk.meanRounding(40)).isEqualTo(8);
        assertThat(GlibcChunk.meanRounding(41)).isEqualTo(23);
        assertThat(GlibcChunk.meanRounding(100.5)).isEqualTo(15.5);
    }

    @Test
    void isOff() {
        assertThat(HotSpotUsage.parse("Native memory tracking is not enabled\n"))
                .isNull();
        assertThat(HotSpotUsage.parse("")).isNull();
    }
}
