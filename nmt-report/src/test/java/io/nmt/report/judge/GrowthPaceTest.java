package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthPaceTest {
    private static final long[] MINUTES = {0, 60, 120, 180, 240};

    @Test
    void whatGrowsFromReadingToReadingIsSteady() {
        assertThat(GrowthPace.isSteady(MINUTES, new long[] {0, 10, 20, 30, 40})).isTrue();
        assertThat(GrowthPace.isSteady(MINUTES, new long[] {0, 2, 12, 14, 40})).isTrue();
    }

    @Test
    void aJumpIsNot() {
        assertThat(GrowthPace.isSteady(MINUTES, new long[] {0, 2, 4, 6, 40})).isFalse();
        assertThat(GrowthPace.isSteady(MINUTES, new long[] {0, 2, 34, 36, 40})).isFalse();
    }

    @Test
    void whatHasStoppedIsNot() {
        assertThat(GrowthPace.isSteady(MINUTES, new long[] {0, 20, 40, 40, 41})).isFalse();
    }

    @Test
    void twoReadingsTellNothingElse() {
        assertThat(GrowthPace.isSteady(new long[] {0, 240}, new long[] {0, 40})).isTrue();
        assertThat(GrowthPace.isSteady(new long[] {0, 200, 240}, new long[] {0, 30, 40}))
                .isTrue();
    }
}
