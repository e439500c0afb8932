package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Cause;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossingTest {
    private static final long MIB = 1 << 20;
    private static final Instant TIME = Instant.parse("2026-11-25T12:00:00.5Z");

    @Test
    void aPartOfALimit() {
        Crossing crossing =
                Crossing.of(Cause.CGROUP, "cgroup limit of /x, reported from 90 % on", 181 * MIB, 200 * MIB);
        assertThat(Headline.begin(crossing, TIME))
                .isEqualTo("nmt: cgroup limit: 181 MB of 200 MB in use (91 %) at 2026-11-25T12:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 59, 3_600, 86_399, 86_400, 951_782_400, 1_795_604_400, 1_795_604_465, 4_102_444_799L})
    void timesAreAsTheJdkHasThem(long seconds) {
        assertThat(EvidenceTitle.seconds(Instant.ofEpochSecond(seconds, 999_999_999)))
                .isEqualTo(Instant.ofEpochSecond(seconds).toString());
    }

    /** A threshold limits nothing: no memory is in use "of" it. */
    @Test
    void aThresholdThatIsPassedByMuch() {
        Crossing crossing = Crossing.of(Cause.THRESHOLD, "threshold of resident memory", 271_536 << 10, 50 * MIB);
        assertThat(Headline.begin(crossing, TIME))
                .isEqualTo("nmt: threshold: 265 MB resident, threshold 50 MB at 2026-11-25T12:00:00Z");
    }

    @Test
    void theLowestOfSeveralThresholds() {
        Crossing crossing =
                Crossing.of(Cause.THRESHOLD, "threshold, reported from 200 MB on", 210 * MIB, 400 * MIB, 200 * MIB);
        assertThat(crossing.inWords()).isEqualTo("210 MB resident, threshold 200 MB");
    }

    @Test
    void unknownUsageIsNotZero() {
        Crossing crossing = new Crossing(Cause.THREAD, "thread refused", Crossing.UNKNOWN, Long.MAX_VALUE, "who\n", 0);
        assertThat(crossing.inWordsWithPart()).isEqualTo("unknown resident");
        assertThat(EvidenceTitle.of(crossing, TIME)).endsWith(": thread refused: usage unknown\nwho\n");
        Crossing ofMachine = new Crossing(Cause.REFUSED, "refused", Crossing.UNKNOWN, 400 * MIB, "who\n", 8 * MIB);
        assertThat(ofMachine.inWordsWithPart()).isEqualTo("8 MB were asked for; unknown of 400 MB in use");
        assertThat(EvidenceTitle.of(ofMachine, TIME)).contains("usage unknown, limit 400 MB\n");
    }
}
