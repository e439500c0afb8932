package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SampleCountdownTest {
    private static final long INTERVAL = 10_000;

    // A binomial variable is farther off once in 500 million times: four sizes fail once in 10^8 runs when the code is
    // right.
    private static final double STANDARD_ERRORS = 6;

    private final SampleCountdown countdown = new SampleCountdown() {};

    @AfterEach
    void sampleNothing() {
        SampleCountdown.every(0);
    }

    private double sampledOf(int blocks, long bytes) {
        int sampled = 0;
        for (int i = 0; i < blocks; i++) {
            sampled += countdown.samples(bytes) ? 1 : 0;
        }
        return (double) sampled / blocks;
    }

    @Test
    void eachSizeHasItsProbability() {
        SampleCountdown.every(INTERVAL);
        for (long bytes : new long[] {100, 1000, 10_000, 30_000}) {
            double expected = 1 - Math.exp(-(double) bytes / INTERVAL);
            double error = Math.sqrt(expected * (1 - expected) / 1_000_000);
            assertThat(sampledOf(1_000_000, bytes)).isCloseTo(expected, within(STANDARD_ERRORS * error));
        }
    }

    @Test
    void everyBlock() {
        SampleCountdown.every(1);
        assertThat(sampledOf(1000, 0)).isEqualTo(1);
        assertThat(sampledOf(1000, 1)).isEqualTo(1);
    }

    @Test
    void noBlock() {
        assertThat(sampledOf(1000, 1L << 40)).isZero();
    }

    @Test
    void aSampleIsTakenOnceAtATime() {
        assertThat(countdown.beginSample()).isTrue();
        assertThat(countdown.beginSample()).isFalse();
        countdown.endSample();
        assertThat(countdown.beginSample()).isTrue();
    }
}
