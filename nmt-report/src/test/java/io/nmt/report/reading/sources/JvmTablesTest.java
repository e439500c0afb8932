package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.Statement;
import org.junit.jupiter.api.Test;

/** The texts of jcmd on compiled code, strings and symbols, as JDKs write them. */
class JvmTablesTest {
    private static final String OF_17 = """
            CodeHeap 'non-profiled nmethods': size=120036Kb used=378Kb max_used=400Kb free=119657Kb
             bounds [0x00007f0be4ec7000, 0x00007f0be5137000, 0x00007f0bec400000]
            CodeHeap 'non-nmethods': size=5692Kb used=1133Kb max_used=1175Kb free=4558Kb
             total_blobs=1617 nmethods=1206 adapters=325
            """;
    private static final String OF_25 = """
            CodeHeap 'profiled nmethods': size=120036Kb used=3Kb max_used=3Kb free=120032Kb
            CodeCache: size=245764Kb, used=1271Kb, max_used=1271Kb, free=244490Kb
             total_blobs=309, nmethods=7, adapters=208, full_count=0
            """;

    @Test
    void segmentsOfTheCodeCache() {
        assertThat(JvmTables.segments(OF_17))
                .containsExactly(
                        new CodeSegment("non-profiled nmethods", 120036 << 10, 378 << 10, 400 << 10),
                        new CodeSegment("non-nmethods", 5692 << 10, 1133 << 10, 1175 << 10));
        assertThat(JvmTables.segments(OF_25))
                .containsExactly(new CodeSegment("profiled nmethods", 120036 << 10, 3 << 10, 3 << 10));
        assertThat(JvmTables.segments("CodeCache: size=49152Kb used=1271Kb max_used=1300Kb free=244490Kb\n"))
                .containsExactly(new CodeSegment("all", 49152 << 10, 1271 << 10, 1300 << 10));
        assertThat(JvmTables.methods(OF_17)).isEqualTo(1206);
        assertThat(JvmTables.methods(OF_25)).isEqualTo(7);
        assertThat(JvmTables.segments("")).isEmpty();
    }

    @Test
    void compiledMethodsByPackage() {
        String list = """
                1234:
                14 4 2 java.lang.Object.<init>()V [0x00007f01, 0x00007f02 - 0x00007f11]
                15 4 2 com.acme.Rules$1.eval(Ljava/lang/Object;)V [0x00007f20, 0x00007f24 - 0x00007f60]
                16 4 0 com.acme.Rules$$Lambda+0x00007f0001.run()V [0x00007f60, 0x00007f64 - 0x00007f70]
                17 4 0 com.acme.Rules$$Lambda$12+0x0000000800c03000.run()V [0x00007f60, 0x00007f64 - 0x00007f70]
                18 0 0 Main.main([Ljava/lang/String;)V [0x00007f60, 0x00007f64 - 0x00007f70]
                19 a broken line
                """;
        assertThat(JvmTables.packages(list))
                .containsExactlyInAnyOrder(
                        new CompiledPackage("com.acme", 3, 0x60),
                        new CompiledPackage("java.lang", 1, 0x10),
                        new CompiledPackage("(default package)", 1, 0x10));
        assertThat(JvmTables.packages(list).get(0).name()).isEqualTo("com.acme");
    }

    @Test
    void packagesBeyondTheBoundAreOne() {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < JvmTables.MOST_PACKAGES + 5; i++) {
            list.append("1 0 0 p").append(i).append(".C.m()V [0x10, 0x11 - 0x20]\n");
        }
        assertThat(JvmTables.packages(list.toString()))
                .hasSize(JvmTables.MOST_PACKAGES + 1)
                .contains(new CompiledPackage(JvmTables.OTHERS, 5, 5 * 0x10));
    }

    @Test
    void methodsThatWaitForACompiler() {
        String queue = """
                Current compiles:
                C1 compiler thread 0: 300    3       com.acme.A::now (12 bytes)

                C1 compile queue:
                   123   !   3       com.acme.A::one (12 bytes)
                   124       3       com.acme.A::two (12 bytes)

                C2 compile queue:
                Empty
                """;
        assertThat(JvmTables.queued(queue)).isEqualTo(2);
        assertThat(JvmTables.queued("C1 compile queue:\nEmpty\n")).isZero();
        assertThat(JvmTables.queued("")).isEqualTo(Statement.UNKNOWN);
    }

    @Test
    void entriesOfATable() {
        String text = """
                StringTable statistics:
                Number of buckets       :     65536 =    524288 bytes, each 8
                Number of entries       :       776 =     12416 bytes, each 16
                Number of literals      :       776 =     50752 bytes, avg  65.000
                Total footprint         :           =    587456 bytes
                """;
        assertThat(JvmTables.entries(text)).isEqualTo(new Entries(776, 536_704, 50_752));
        assertThat(JvmTables.entries("")).isNull();
    }

    @Test
    void peakOfCompilers() {
        String text = """
                Compiler Memory Statistic
                    ctyp  total     ra        limit     time    id    thread             method
                    c1    130912    130912    -         0.090   3     0x00007f34d00c66c0 java/lang/String::hashCode(()I)
                    c2    9130912   130912    -         0.090   4     0x00007f34d00c66c0 com/acme/Rules::eval((I)I)
                """;
        assertThat(JvmTables.peak(text)).isEqualTo(new CompilerPeak(9_130_912, "C2 com.acme.Rules::eval"));
        assertThat(JvmTables.peak("Compilation memory statistics disabled.")).isNull();
    }
}
