package io.nmt.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.CompilerPeak;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reading is read from its rows as it was, and packages are bounded. */
class JvmRowTest {
    private static final long MB = 1 << 20;
    private static final int MORE_PACKAGES = 3;

    @Test
    void allIsReadAgain() {
        JvmReading reading =
                reading(List.of(new CompiledPackage("com.acme", 40, MB), new CompiledPackage("java.util", 9, 4_000)));

        assertThat(JvmRow.read(JvmRow.of(reading))).isEqualTo(reading);
    }

    @Test
    void unknownsStayUnknown() {
        assertThat(JvmRow.of(JvmReading.UNKNOWN)).isEmpty();
        assertThat(JvmRow.read(List.of())).isEqualTo(JvmReading.UNKNOWN);
    }

    @Test
    void packagesBeyondTheMostAreASum() {
        List<CompiledPackage> packages = new ArrayList<>();
        for (int i = 0; i < JvmRow.MOST_PACKAGES + MORE_PACKAGES; i++) {
            packages.add(new CompiledPackage("p" + i, 2, 1_000));
        }

        JvmReading read = JvmRow.read(JvmRow.of(reading(packages)));

        assertThat(read.packages()).isEqualTo(packages.subList(0, JvmRow.MOST_PACKAGES));
        assertThat(read.otherPackages()).isEqualTo(new CompiledPackage("", 5 + 2 * MORE_PACKAGES, 500 + 3_000));
    }

    private static JvmReading reading(List<CompiledPackage> packages) {
        return new JvmReading(
                List.of(new CodeSegment("profiled nmethods", 117 * MB, 3 * MB, 3 * MB)),
                packages,
                new CompiledPackage("", 5, 500),
                7,
                2 * MB,
                new CompilerPeak(9 * MB, "C2 com.acme.Rule::eval"),
                new Entries(50_000, 2 * MB, 0),
                new Entries(4_000, 3 * MB, 0),
                "g1, 2 threads",
                List.of(new Structure("Card table, mark bits", MB, 30 * MB, Accuracy.EXACT)));
    }
}
