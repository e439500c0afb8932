package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.report.model.Accuracy;
import io.nmt.report.model.Cause;
import io.nmt.report.model.Component;
import io.nmt.report.model.ResidentLine;
import io.nmt.report.model.ResidentMemory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Call sites are in {@code MemoryPressureIT}: they take the agent. */
class TerminationTextTest {
    private static final long MIB = 1 << 20;
    private static final int FIRST = 1024;
    private static final Instant NOW = Instant.parse("2026-11-24T20:34:03.5Z");

    @Test
    void whatMattersIsInTheFirstKilobyteHoweverLongAndHostileNamesAre() {
        Crossing crossing = Crossing.of(Cause.CGROUP, "cgroup limit", 370 * MIB, 400 * MIB);
        String text = TerminationText.of(
                        crossing, NOW, "/\u001b[31m" + "€\u202e".repeat(3000) + "/end.txt", GrowthEvidence.read())
                .text();

        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String first = new String(bytes, 0, Math.min(FIRST, bytes.length), StandardCharsets.UTF_8);
        assertThat(first)
                .startsWith("nmt: cgroup limit: 370 MB of 400 MB in use (93 %) at ")
                .contains("\nUNKNOWN growth: too early to tell", "\nDo: ", "\nReport: /?[31m€", "/end.txt\n")
                .doesNotContain("\u001b", "\u202e");
    }

    /** The process may have ended when it is read: what is to be collected is the next one. */
    @Test
    void garbageIsLookedForInTheNextProcessHoweverLongTheNameOfTheSiteIs() {
        Frame frame = new Frame("com.acme." + "deep.".repeat(40) + "Cache", "fill", "Cache.java", 12345, false);
        String advice = TerminationAdvice.ofGarbage(frame.toString());
        assertThat(advice)
                .startsWith("run 'unreachable PID' on the next process: growth at com.acme.")
                .endsWith(" may be garbage.");
        assertThat("Do: ".concat(advice)).hasSizeLessThanOrEqualTo(TerminationText.ADVICE_CHARS);
    }

    /** The heap and the JVM of this test: there are no call sites to blame. */
    @Test
    void whatIsNotOfThisProcessIsNotBlamedOnIt() {
        long muchMore = 1L << 40;
        Crossing crossing = Crossing.of(Cause.CGROUP, "cgroup limit", muchMore, muchMore);
        assertThat(TerminationText.of(crossing, NOW, "report.txt", GrowthEvidence.read())
                        .text())
                .contains("other processes and files ", "\nDo: this process holds less than half of it");
    }

    @Test
    void whoAsksForTooMuch() {
        Crossing crossing = new Crossing(Cause.REFUSED, "refused", 100 * MIB, 400 * MIB, "who asked\n", 1L << 40);
        assertThat(TerminationText.of(crossing, NOW, "", GrowthEvidence.read()).text())
                .startsWith("nmt: native memory refused: 1 TB were asked for; 100 MB of 400 MB in use (25 %)")
                .contains("\nDo: memory is not full", "\nNo report could be written.\n");
    }

    /** The parts that a second look finds are of what it finds, not of what was in use when the limit came near. */
    @ParameterizedTest
    @CsvSource({
        "CGROUP, 500, '300 MB of 500 MB in use (60 %)', 'a moment later 400 MB: '",
        "CGROUP, 2000, '300 MB of 500 MB in use (60 %)', '2 s later 400 MB: '",
        "THRESHOLD, 2000, '300 MB resident, threshold 500 MB', '2 s later resident 350 MB: '"
    })
    void partsAreOfTheTotalBesideThem(Cause cause, long laterMillis, String inUse, String words) {
        Crossing crossing = Crossing.of(cause, "a limit", 300 * MIB, 500 * MIB);
        ResidentMemory memory = ResidentMemory.recorded(
                NOW.plusMillis(laterMillis),
                350 * MIB,
                List.of(
                        line("Unsafe", Component.CATEGORY, 330 * MIB),
                        line(Component.JAVA_HEAP.label(), Component.JAVA_HEAP, 20 * MIB)));
        String text = TerminationText.of(
                        crossing,
                        NOW,
                        "report.txt",
                        GrowthEvidence.read(),
                        new ResidentEvidence(memory, 400 * MIB, List.of(), ""))
                .text();

        assertThat(text.lines().findFirst().orElseThrow())
                .startsWith("nmt: " + cause.label() + ": " + inUse + " at 2026-11-24T20:34:03Z; " + words)
                .contains("native memory of Java code 330 MB", "Java heap 20 MB");
        assertThat(text.contains("other processes and files 50 MB")).isEqualTo(cause == Cause.CGROUP);
    }

    private static ResidentLine line(String name, Component kind, long bytes) {
        return new ResidentLine(name, kind, bytes, bytes, bytes, Accuracy.EXACT, "");
    }
}
