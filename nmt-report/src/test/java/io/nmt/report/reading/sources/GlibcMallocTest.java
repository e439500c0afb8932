package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.MallocUsage;
import io.nmt.report.model.MallocUsage.Arena;
import org.junit.jupiter.api.Test;

/** Outputs of real JVMs, shortened by arenas of which others are like. */
class GlibcMallocTest {
    /** As JDK 21 and 25 pass it on from glibc. */
    @Test
    void mallocInfo() {
        MallocUsage usage = GlibcMalloc.ofInfo("""
                <malloc version="1">
                <heap nr="0">
                <sizes>
                  <size from="17" to="32" total="1472" count="46"/>
                  <unsorted from="61873" to="61873" total="61873" count="1"/>
                </sizes>
                <total type="fast" count="46" size="1472"/>
                <total type="rest" count="2" size="193697"/>
                <system type="current" size="286720"/>
                <system type="max" size="286720"/>
                <aspace type="total" size="286720"/>
                <aspace type="mprotect" size="286720"/>
                </heap>
                <heap nr="1">
                <sizes>
                </sizes>
                <total type="fast" count="0" size="0"/>
                <total type="rest" count="1" size="1296"/>
                <system type="current" size="3178496"/>
                <system type="max" size="3178496"/>
                <aspace type="total" size="3178496"/>
                <aspace type="mprotect" size="3178496"/>
                <aspace type="subheaps" size="1"/>
                </heap>
                <total type="fast" count="46" size="1472"/>
                <total type="rest" count="3" size="194993"/>
                <total type="mmap" count="9" size="5771264"/>
                <system type="current" size="3465216"/>
                <system type="max" size="3465216"/>
                <aspace type="total" size="3465216"/>
                <aspace type="mprotect" size="3465216"/>
                </malloc>
                """);

        assertThat(usage.arenas())
                .containsExactly(new Arena(0, 286_720, 1472 + 193_697), new Arena(1, 3_178_496, 1296));
        assertThat(usage.freeBytes()).isEqualTo(1472 + 194_993);
        assertThat(usage.mappedBytes()).isEqualTo(5_771_264);
        assertThat(usage.inUseBytes()).isEqualTo(3_465_216 - (1472 + 194_993) + 5_771_264);
    }

    /** JDK 17 has no such command, and tells the sums elsewhere. */
    @Test
    void sums() {
        assertThat(GlibcMalloc.ofInfo("")).isNull();

        MallocUsage usage = GlibcMalloc.ofSums("""
                Process Memory:
                Virtual Size: 8456692K (peak: 8522240K)
                Resident Set Size: 44036K (peak: 44036K) (anon: 23284K, file: 20752K, shmem: 0K)
                Swapped out: 0K
                C-Heap outstanding allocations: 14067K, retained: 1788K
                glibc malloc tunables: (default)
                """);

        assertThat(usage.inUseBytes()).isEqualTo(14_067L << 10);
        assertThat(usage.freeBytes()).isEqualTo(1788L << 10);
        assertThat(usage.mappedBytes()).isEqualTo(-1);
        assertThat(usage.arenas()).isEmpty();
    }

    /** With {@code mallinfo} of an old glibc, above 4 GB. */
    @Test
    void sumsThatMayHaveWrapped() {
        assertThat(GlibcMalloc.ofSums("C-Heap outstanding allocations: 14067K, retained: 1788K (may have wrapped)"))
                .isNull();
        assertThat(GlibcMalloc.ofSums("no such line")).isNull();
    }
}
