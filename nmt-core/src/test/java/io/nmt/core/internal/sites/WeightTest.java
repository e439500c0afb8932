package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WeightTest {
    private static final long INTERVAL = 512 << 10;

    @Test
    void ofASmallBlockIsItsShareOfAnInterval() {
        assertThat(Weight.of(64, INTERVAL) * 64).isCloseTo(INTERVAL, within(64.0));
    }

    @Test
    void ofABlockAsLargeAsAnInterval() {
        assertThat(Weight.of(INTERVAL, INTERVAL)).isCloseTo(1 / (1 - Math.exp(-1)), within(1e-9));
    }

    @Test
    void ofALargeBlockIsOne() {
        assertThat(Weight.of(INTERVAL * 100, INTERVAL)).isEqualTo(1);
    }

    @Test
    void ofEveryBlockIsOne() {
        assertThat(Weight.of(1, 1)).isEqualTo(1);
        assertThat(Weight.of(0, 1)).isEqualTo(1);
    }
}
