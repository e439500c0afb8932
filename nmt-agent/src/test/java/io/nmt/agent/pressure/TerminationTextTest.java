package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Call sites are in {@code MemoryPressureIT}: they take the agent. */
class TerminationTextTest {
    private static final long MIB = 1 << 20;
    private static final int FIRST = 1024;

    @Test
    void whatMattersIsInTheFirstKilobyteHoweverLongAndHostileNamesAre() {
        Crossing crossing = Crossing.of(Cause.CGROUP, "cgroup limit", 370 * MIB, 400 * MIB);
        String text = TerminationText.of(crossing, "/\u001b[31m" + "€\u202e".repeat(3000) + "/end.txt");

        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String first = new String(bytes, 0, Math.min(FIRST, bytes.length), StandardCharsets.UTF_8);
        assertThat(first)
                .startsWith("nmt: cgroup limit: 378,880KB of 409,600KB in use (93 %) at ")
                .contains("\nSince when: ", "\nDo: ", "\nReport: /?[31m€", "/end.txt\n")
                .doesNotContain("\u001b", "\u202e");
    }

    /** The heap and the JVM of this test: there are no call sites to blame. */
    @Test
    void whatIsNotOfThisProcessIsNotBlamedOnIt() {
        long muchMore = 1L << 40;
        Crossing crossing = Crossing.of(Cause.CGROUP, "cgroup limit", muchMore, muchMore);
        assertThat(TerminationText.of(crossing, "report.txt"))
                .contains("other processes and files ", "\nDo: this process holds less than half of it");
    }

    @Test
    void whoAsksForTooMuch() {
        Crossing crossing = new Crossing(Cause.REFUSED, "refused", 100 * MIB, 400 * MIB, "who asked\n", 1L << 40);
        assertThat(TerminationText.of(crossing, ""))
                .startsWith("nmt: native memory refused: 1,024GB were asked for; 102,400KB of 409,600KB in use (25 %)")
                .contains("\nDo: memory is not full", "\nNo report could be written.\n");
    }
}
