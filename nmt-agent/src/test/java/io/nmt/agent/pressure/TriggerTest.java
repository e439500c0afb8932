package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TriggerTest {
    private static final long SECOND = 1_000_000_000;

    private final Trigger trigger = new Trigger();

    private boolean isDue(long usage, long second) {
        return trigger.isDue(usage, 900, 1000, second * SECOND);
    }

    @Test
    void onceAtTheThreshold() {
        assertThat(isDue(899, 0)).isFalse();
        assertThat(isDue(900, 1)).isTrue();
        trigger.reported(900, SECOND);
        assertThat(isDue(900, 1000)).isFalse();
    }

    /** Another report was being written, for example. */
    @Test
    void dueUntilReported() {
        assertThat(isDue(900, 0)).isTrue();
        assertThat(isDue(901, 0)).isTrue();
    }

    @Test
    void atNewMaximaAMinuteApart() {
        trigger.reported(900, 0);
        assertThat(isDue(950, 59)).isFalse();
        assertThat(isDue(909, 61)).as("not a hundredth of the limit more").isFalse();
        assertThat(isDue(910, 60)).isTrue();
        trigger.reported(910, 60 * SECOND);
        assertThat(isDue(890, 200)).isFalse();
        assertThat(isDue(910, 300)).as("no new maximum").isFalse();
        assertThat(isDue(920, 300)).isTrue();
    }
}
