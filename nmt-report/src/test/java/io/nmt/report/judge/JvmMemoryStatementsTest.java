package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.JvmPast;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.CodeSegment;
import io.nmt.report.model.JvmReading.CompiledPackage;
import io.nmt.report.model.JvmReading.Entries;
import io.nmt.report.model.Times;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements on compiled code, interned strings and symbols. */
class JvmMemoryStatementsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MB = 1 << 20;
    private static final long NOW = 1_800_000_000_000L;

    @Test
    void stringsThatRiseGrow() {
        assertThat(text(past(reading(0, 10, 10), reading(60 * SECOND, 10, 40), reading(120 * SECOND, 10, 70))))
                .containsExactly("GROWING Interned strings: 70 MB in memory, +30 MB/min since 07:58:00."
                        + " Count: 1,000 strings.");
    }

    @Test
    void stringsThatFellInBetweenAreMore() {
        assertThat(text(past(reading(0, 10, 10), reading(60 * SECOND, 10, 9), reading(120 * SECOND, 10, 70))))
                .containsExactly("HELD Interned strings: 70 MB in memory. Count: 1,000 strings."
                        + " 60 MB more than 2 min ago.");
    }

    /** While it makes a table larger, the JVM does not tell of it. */
    @Test
    void growthBeginsWithTheFirstAnswer() {
        JvmPast past = past(reading(0, 10, null), reading(60 * SECOND, 10, new Entries(1_000, 0, 70 * MB)));
        assertThat(past.grown(JvmPast.Point::stringBytes)).isZero();
        assertThat(text(past)).containsExactly("HELD Interned strings: 70 MB in memory. Count: 1,000 strings.");
    }

    @Test
    void twoQuestionsShowNoCourse() {
        assertThat(text(past(reading(0, 10, 10), reading(120 * SECOND, 10, 70))).get(0))
                .startsWith("HELD Interned strings");
    }

    @Test
    void compiledCodeHasItsPackage() {
        assertThat(text(past(reading(0, 20, 1), reading(60 * SECOND, 40, 1), reading(120 * SECOND, 60, 1))))
                .containsExactly("GROWING Compiled code: 60 MB in memory, +20 MB/min since 07:58:00."
                        + " 50 % is from com.acme.rules.");
    }

    @Test
    void aSegmentNearItsLimit() {
        assertThat(text(past(reading(0, 115, 1))))
                .containsExactly(
                        "LIMIT Code cache, profiled nmethods: 115 MB in memory. Limit of this segment: 120 MB,"
                                + " 96 % used.",
                        "HELD Compiled code: 115 MB in memory. 50 % is from com.acme.rules.");
    }

    @Test
    void littleIsNotTold() {
        assertThat(text(past(reading(0, 10, 10)))).isEmpty();
        assertThat(text(past(reading(0, 10, 10), reading(60 * SECOND, 12, 12), reading(120 * SECOND, 14, 14))))
                .isEmpty();
    }

    private static JvmReading reading(long nanoTime, long codeMegabytes, long stringMegabytes) {
        return reading(nanoTime, codeMegabytes, new Entries(1_000, 0, stringMegabytes * MB));
    }

    private static JvmReading reading(long nanoTime, long codeMegabytes, Entries strings) {
        return new JvmReading(
                nanoTime,
                List.of(new CodeSegment("profiled nmethods", 120 * MB, codeMegabytes * MB, codeMegabytes * MB)),
                List.of(new CompiledPackage("com.acme.rules", 100, codeMegabytes * MB / 2)),
                new CompiledPackage("", 0, 0),
                0,
                null,
                strings,
                null,
                "g1",
                List.of());
    }

    private static JvmPast past(JvmReading... readings) {
        JvmPast past = null;
        for (JvmReading each : readings) {
            past = JvmPast.of(past, each);
        }
        return past;
    }

    private static List<String> text(JvmPast past) {
        return StatementText.of(JvmMemoryStatements.of(past, NOW), new Times(ZoneOffset.UTC, NOW));
    }
}
