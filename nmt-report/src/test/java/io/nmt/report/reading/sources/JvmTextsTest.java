package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Answers of real JVMs to jcmd, shortened. */
class JvmTextsTest {
    private static final long KB = 1 << 10;
    private static final long MB = 1 << 20;
    private static final String METASPACE = """
             Metaspace       used 189K, committed 384K, reserved 1114112K
              class space    used 5K, committed 128K, reserved 1048576K
            """;

    private static JvmFigures heap(String heapInfo) {
        return JvmTexts.parse("", heapInfo, "");
    }

    private static void assertHeap(String heapInfo, long committedBytes) {
        assertThat(heap(heapInfo).heapCommittedBytes()).isEqualTo(committedBytes);
    }

    @Test
    void g1() {
        assertHeap("""
                 garbage-first heap   total 262144K, used 1685K [0x00000000f0000000, 0x0000000100000000)
                  region size 1024K, 1 young (1024K), 0 survivors (0K)
                """ + METASPACE, 256 * MB);
        assertHeap("""
                garbage-first heap   total reserved 262144K, committed 131072K, used 7310K [0x00000000f0000000, 0x0000000100000000)
                 region size 1024K, 6 young (6144K), 0 survivors (0K)
                """, 128 * MB);
    }

    @Test
    void generations() {
        assertHeap("""
                 def new generation   total 78656K, used 5596K [0x00000000f0000000, 0x00000000f5550000, 0x00000000f5550000)
                  eden space 69952K,   8% used [0x00000000f0000000, 0x00000000f05771b8, 0x00000000f4450000)
                  from space 8704K,   0% used [0x00000000f4450000, 0x00000000f4450000, 0x00000000f4cd0000)
                 tenured generation   total 174784K, used 10K [0x00000000f5550000, 0x0000000100000000, 0x0000000100000000)
                   the space 174784K,   0% used [0x00000000f5550000, 0x00000000f5550000, 0x00000000f5550200, 0x0000000100000000)
                """ + METASPACE, (78656 + 174784) * KB);
        assertHeap("""
                 PSYoungGen      total 76288K, used 3932K [0x00000000fab00000, 0x0000000100000000, 0x0000000100000000)
                  eden space 65536K, 6% used [0x00000000fab00000,0x00000000faed70f0,0x00000000feb00000)
                 ParOldGen       total 175104K, used 0K [0x00000000f0000000, 0x00000000fab00000, 0x00000000fab00000)
                  object space 175104K, 0% used [0x00000000f0000000,0x00000000f0000000,0x00000000fab00000)
                """ + METASPACE, (76288 + 175104) * KB);
    }

    @Test
    void zgc() {
        String text = """
                 ZHeap           used 4M, capacity 64M, max capacity 256M
                """;
        assertHeap(text + METASPACE, 64 * MB);
        assertHeap("""
                ZHeap            used 8M, capacity 64M, max capacity 256M
                 Cache           48M (1)
                  size classes   28M (1)
                """, 64 * MB);
        assertThat(heap(text).heapMaxBytes()).isEqualTo(256 * MB);
    }

    @Test
    void shenandoah() {
        assertHeap("""
                Shenandoah Heap
                 256M max, 256M soft max, 128M committed, 1536K used
                 1024 x 256K regions
                """ + METASPACE, 128 * MB);
    }

    @Test
    void classesAndTime() {
        JvmFigures jvm = JvmTexts.parse("""
                Time: elapsed time: 3.410150 seconds (0d 0h 0m 3s)
                Heap address: 0x00000000f0000000, size: 512 MB, Compressed Oops mode: 32-bit
                """ + METASPACE, "", "");

        assertThat(jvm.metaspaceBytes()).isEqualTo(256 * KB);
        assertThat(jvm.metaspaceUsedBytes()).isEqualTo(184 * KB);
        assertThat(jvm.classSpaceBytes()).isEqualTo(128 * KB);
        assertThat(jvm.heapMaxBytes()).isEqualTo(512 * MB);
        assertThat(jvm.upMillis()).isEqualTo(3000);
    }

    @Test
    void code() {
        String segments = """
                CodeHeap 'non-profiled nmethods': size=120036Kb used=28Kb max_used=28Kb free=120007Kb
                CodeHeap 'profiled nmethods': size=120032Kb used=95Kb max_used=95Kb free=119937Kb
                CodeHeap 'non-nmethods': size=5692Kb used=1312Kb max_used=1312Kb free=4379Kb
                """;
        String whole = "CodeCache: size=245760Kb, used=1435Kb, max_used=1435Kb, free=244323Kb\n";

        assertThat(JvmTexts.parse("", "", segments).codeBytes()).isEqualTo(1435 * KB);
        assertThat(JvmTexts.parse("", "", segments + whole).codeBytes()).isEqualTo(1435 * KB);
        assertThat(JvmTexts.parse("", "", whole).codeBytes()).isEqualTo(1435 * KB);
    }

    @Test
    void nothing() {
        assertThat(JvmTexts.parse("", "", "")).isEqualTo(JvmFigures.NONE);
    }
}
