package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.JvmReading.Structure;
import io.nmt.report.render.ReportText;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report of a recording says how old its parts are, and what is unknown. */
class JvmReportTest {
    private static final long MB = 1 << 20;
    private static final long END = 1_800_000_000_000L;
    private static final JvmBefore NOTHING_BEFORE = new JvmBefore(0, JvmReading.UNKNOWN);
    private static final String UNKNOWN_PARTS = "Unknown parts and packages are not in this recording.";

    private static String text(JvmReading reading, long readMillis) {
        Report report = JvmReport.recorded(reading, readMillis, NOTHING_BEFORE, List.of(), END, 10);
        return ReportText.of(report, null, ZoneOffset.UTC, 0);
    }

    private static JvmReading reading(Entries symbols) {
        return new JvmReading(
                List.of(new CodeSegment("all", 48 * MB, 4 * MB, 4 * MB)),
                List.of(new CompiledPackage("com.acme", 40, 3 * MB)),
                JvmReading.UNKNOWN.otherPackages(),
                9,
                3 * MB,
                null,
                new Entries(31_000, MB, 0),
                symbols,
                "g1",
                List.of(new Structure("Remembered sets", MB, -1, Accuracy.EXACT)));
    }

    @Test
    void ofTheEnd() {
        assertThat(text(reading(new Entries(9, MB, 0)), END - 1_000))
                .contains("com.acme")
                .doesNotContain("as of", "nknown");
    }

    /** Packages with 57.8 of 114 MB, though all others had a row. */
    @Test
    void rowsOfCodeSumToAllOfIt() {
        assertThat(text(reading(null), END))
                .containsPattern("Compiled code +4 MB")
                .containsPattern("\n +40 +3 MB +com.acme\n +1 MB +\\(stubs, interpreter, other\\)\n");
        assertThat(text(JvmReading.UNKNOWN, END)).doesNotContain("stubs");
    }

    @Test
    void afterAKill() {
        assertThat(text(reading(new Entries(9, MB, 0)), END - 41_000))
                .contains("The oldest part is as of ", ", 41 s before the end of the recording.")
                .doesNotContain("nknown");
    }

    @Test
    void unknownPartsAreSaid() {
        assertThat(text(reading(null), END))
                .containsPattern("Symbols +unknown")
                .contains(UNKNOWN_PARTS)
                .doesNotContain("as of");
        assertThat(text(JvmReading.UNKNOWN, 0))
                .containsPattern("Compiled code +unknown")
                .contains(UNKNOWN_PARTS)
                .doesNotContain("as of");
    }

    @Test
    void eachPartHasItsGrowth() {
        JvmReading first = new JvmReading(
                List.of(),
                List.of(),
                JvmReading.UNKNOWN.otherPackages(),
                5,
                2 * MB,
                null,
                new Entries(30_000, MB / 2, 0),
                null,
                "",
                List.of(new Structure("", MB / 2, -1, Accuracy.ESTIMATE)));

        Report report = JvmReport.of(reading(null), new JvmBefore(1, first), List.of(), END, 10);

        assertThat(ReportText.of(report, null, ZoneOffset.UTC, 0))
                .containsPattern("Interned strings +31,000 +1 MB +\\+0\\.5 MB +estimate")
                .containsPattern("Methods to be compiled +9 +\\+4 +exact")
                .containsPattern("Compilers +3 MB +\\+1 MB +exact")
                .containsPattern("Collector's memory +1 MB +\\+0\\.5 MB +exact");
    }

    /** A count alone may be unknown. */
    @Test
    void anUnknownCountIsEmpty() {
        assertThat(text(reading(new Entries(-1, MB, 0)), END)).containsPattern("Symbols +1 MB +exact");
    }
}
