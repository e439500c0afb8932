package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Component;
import io.nmt.report.reading.sources.HotSpotAreas.Area;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Outputs of real JVMs, shortened, in the words of JDK 17 and of JDK 25 (JDK 21 has those of 17, if nothing else is
 * said).
 */
class HotSpotAreasTest {
    private static final long GB4 = 0x1_0000_0000L;

    @Test
    void g1() {
        assertThat(heap("""
                 garbage-first heap   total 65536K, used 3987K [0x00000000fc000000, 0x0000000100000000)
                  region size 1024K, 3 young (3072K), 0 survivors (0K)
                 Metaspace       used 2909K, committed 3072K, reserved 1114112K
                  class space    used 324K, committed 384K, reserved 1048576K
                """)).containsExactly(new Area(0xfc000000L, GB4, Component.JAVA_HEAP));
        assertThat(heap("""
                garbage-first heap   total reserved 65536K, committed 65536K, used 9194K [0x00000000fc000000, 0x0000000100000000)
                 region size 1024K, 8 young (8192K), 0 survivors (0K)
                """)).containsExactly(new Area(0xfc000000L, GB4, Component.JAVA_HEAP));
    }

    @Test
    void parallel() {
        List<Area> expected = List.of(
                new Area(0xfeb00000L, GB4, Component.JAVA_HEAP_YOUNG),
                new Area(0xfc000000L, 0xfeb00000L, Component.JAVA_HEAP_OLD));

        assertThat(heap("""
                 PSYoungGen      total 18944K, used 4260K [0x00000000feb00000, 0x0000000100000000, 0x0000000100000000)
                  eden space 16384K, 26% used [0x00000000feb00000,0x00000000fef29390,0x00000000ffb00000)
                  from space 2560K, 0% used [0x00000000ffd80000,0x00000000ffd80000,0x0000000100000000)
                  to   space 2560K, 0% used [0x00000000ffb00000,0x00000000ffb00000,0x00000000ffd80000)
                 ParOldGen       total 44032K, used 0K [0x00000000fc000000, 0x00000000feb00000, 0x00000000feb00000)
                  object space 44032K, 0% used [0x00000000fc000000,0x00000000fc000000,0x00000000feb00000)
                 Metaspace       used 2908K, committed 3072K, reserved 1114112K
                  class space    used 324K, committed 384K, reserved 1048576K
                """)).isEqualTo(expected);
        assertThat(heap("""
                PSYoungGen      total 18944K, used 7995K [0x00000000feb00000, 0x0000000100000000, 0x0000000100000000)
                 eden space 16384K, 48% used [0x00000000feb00000,0x00000000ff2ced98,0x00000000ffb00000)
                 from space 2560K, 0% used [0x00000000ffd80000,0x00000000ffd80000,0x0000000100000000)
                 to   space 2560K, 0% used [0x00000000ffb00000,0x00000000ffb00000,0x00000000ffd80000)
                ParOldGen       total 44032K, used 1166K [0x00000000fc000000, 0x00000000feb00000, 0x00000000feb00000)
                 object space 44032K, 2% used [0x00000000fc000000,0x00000000fc123ab8,0x00000000feb00000)
                """)).isEqualTo(expected);
    }

    @Test
    void serial() {
        List<Area> expected = List.of(
                new Area(0xfc000000L, 0xfd550000L, Component.JAVA_HEAP_YOUNG),
                new Area(0xfd550000L, GB4, Component.JAVA_HEAP_OLD));

        assertThat(heap("""
                 def new generation   total 19648K, used 4217K [0x00000000fc000000, 0x00000000fd550000, 0x00000000fd550000)
                  eden space 17472K,  24% used [0x00000000fc000000, 0x00000000fc41e798, 0x00000000fd110000)
                  from space 2176K,   0% used [0x00000000fd110000, 0x00000000fd110000, 0x00000000fd330000)
                  to   space 2176K,   0% used [0x00000000fd330000, 0x00000000fd330000, 0x00000000fd550000)
                 tenured generation   total 43712K, used 0K [0x00000000fd550000, 0x0000000100000000, 0x0000000100000000)
                   the space 43712K,   0% used [0x00000000fd550000, 0x00000000fd550000, 0x00000000fd550200, 0x0000000100000000)
                 Metaspace       used 2904K, committed 3072K, reserved 1114112K
                """)).isEqualTo(expected);
        assertThat(heap("""
                DefNew     total 19648K, used 8195K [0x00000000fc000000, 0x00000000fd550000, 0x00000000fd550000)
                 eden space 17472K,  46% used [0x00000000fc000000, 0x00000000fc800e60, 0x00000000fd110000)
                 from space 2176K,   0% used [0x00000000fd110000, 0x00000000fd110000, 0x00000000fd330000)
                 to   space 2176K,   0% used [0x00000000fd330000, 0x00000000fd330000, 0x00000000fd550000)
                Tenured    total 43712K, used 1166K [0x00000000fd550000, 0x0000000100000000, 0x0000000100000000)
                 the  space 43712K,   2% used [0x00000000fd550000, 0x00000000fd673ab8, 0x0000000100000000)
                """)).isEqualTo(expected);
    }

    @Test
    void shenandoah() {
        assertThat(heap("""
                Shenandoah Heap
                 65536K max, 65536K soft max, 65536K committed, 3840K used
                 256 x 256K regions
                Status: not cancelled
                Reserved region:
                 - [0x00000000fc000000, 0x0000000100000000)\s
                """)).containsExactly(new Area(0xfc000000L, GB4, Component.JAVA_HEAP));
    }

    /** It does not tell where its heap is, which is found by what is mapped there. */
    @Test
    void z() {
        assertThat(heap(" ZHeap           used 6M, capacity 64M, max capacity 64M\n"))
                .isEmpty();
        assertThat(heap("ZHeap            used 10M, capacity 64M, max capacity 64M\n"))
                .isEmpty();
    }

    /** The rest of the heap is heap, where generations have gaps between them. */
    @Test
    void theHeapAsAWhole() {
        HotSpotAreas areas = HotSpotAreas.parse("""
                Heap address: 0x0000000687400000, size: 6028 MB, Compressed Oops mode: Zero based, Oop shift amount: 3
                """, "", "");

        assertThat(areas.list()).containsExactly(new Area(0x687400000L, 0x800000000L, Component.JAVA_HEAP));
    }

    @Test
    void classesAndTheCollector17() {
        assertThat(HotSpotAreas.parse("""
                        CDS archive(s) mapped at: [0x00007ffa8b000000-0x00007ffa8bbc7000-0x00007ffa8bbc7000), size 12349440
                        Compressed class space mapped at: 0x00007ffa8c000000-0x00007ffacc000000, reserved size: 1073741824
                        Card table byte_map: [0x00007ffb069df000,0x00007ffb069ff000] _byte_map_base: 0x00007ffb061ff000

                        Marking Bits (Prev, Next): (CMBitMap*) 0x00007ffb00039330, (CMBitMap*) 0x00007ffb00039370
                         Prev Bits: [0x00007ffb04d28000, 0x00007ffb04e28000)
                         Next Bits: [0x00007ffb04c28000, 0x00007ffb04d28000)
                        """, "", "").list())
                .containsExactlyInAnyOrder(
                        new Area(0x7ffa8b000000L, 0x7ffa8bbc7000L, Component.CDS),
                        new Area(0x7ffa8c000000L, 0x7ffacc000000L, Component.CLASS_SPACE),
                        new Area(0x7ffb069df000L, 0x7ffb069ff000L, Component.GC),
                        new Area(0x7ffb04d28000L, 0x7ffb04e28000L, Component.GC),
                        new Area(0x7ffb04c28000L, 0x7ffb04d28000L, Component.GC));
    }

    @Test
    void classesAndTheCollector25() {
        assertThat(HotSpotAreas.parse("""
                        CDS archive(s) mapped at: [0x0000000022000000-0x0000000022d95000-0x0000000022d95000), size 14241792
                        Compressed class space mapped at: 0x0000000023000000-0x0000000063000000, reserved size: 1073741824
                        Encoding Range: [0x0000000022000000 - 0x0000000122000000), (4294967296 bytes)
                        Card table byte_map: [0x00007ff9cd9ab000,0x00007ff9cd9cb000] _byte_map_base: 0x00007ff9cd1cb000

                        Marking Bits: (CMBitMap*) 0x00007ff9c8050910
                         Bits: [0x00007ff9cd8ab000, 0x00007ff9cd9ab000)
                        """, "", "").list())
                .containsExactlyInAnyOrder(
                        new Area(0x22000000L, 0x22d95000L, Component.CDS),
                        new Area(0x23000000L, 0x63000000L, Component.CLASS_SPACE),
                        new Area(0x7ff9cd9ab000L, 0x7ff9cd9cb000L, Component.GC),
                        new Area(0x7ff9cd8ab000L, 0x7ff9cd9ab000L, Component.GC));
    }

    @Test
    void marksOfParallel() {
        assertThat(HotSpotAreas.parse("""
                        Marking Bits: (ParMarkBitMap*) 0x00007f3002b44460
                         Begin Bits: [0x00007f3000e00000, 0x00007f3000f00000)
                         End Bits:   [0x00007f3000f00000, 0x00007f3001000000)
                        """, "", "").list())
                .containsExactly(
                        new Area(0x7f3000e00000L, 0x7f3000f00000L, Component.GC),
                        new Area(0x7f3000f00000L, 0x7f3001000000L, Component.GC));
    }

    @Test
    void withoutAnArchive() {
        assertThat(HotSpotAreas.parse("CDS archive(s) not mapped\n", "", "").list())
                .isEmpty();
    }

    @Test
    void code() {
        assertThat(HotSpotAreas.parse("", "", """
                        CodeHeap 'profiled nmethods': size=120036Kb used=797Kb max_used=797Kb free=119239Kb
                         bounds [0x00007f38a03ff000, 0x00007f38a066f000, 0x00007f38a7938000]
                        CodeHeap 'non-nmethods': size=5692Kb used=1437Kb max_used=1485Kb free=4254Kb
                         bounds [0x00007f38a7938000, 0x00007f38a7ba8000, 0x00007f38a7ec7000]
                        """).list())
                .containsExactly(
                        new Area(0x7f38a03ff000L, 0x7f38a7938000L, Component.CODE_CACHE),
                        new Area(0x7f38a7938000L, 0x7f38a7ec7000L, Component.CODE_CACHE));
    }

    private static List<Area> heap(String heapInfo) {
        return HotSpotAreas.parse("", heapInfo, "").list();
    }
}
