package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.NativeMemory;
import io.nmt.report.model.MemoryReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaselinesTest {
    private static final MemoryReading READING = new MemoryReading(NativeMemory.snapshot(), List.of(), null);

    private final Baselines baselines = new Baselines();

    @Test
    void theLastTwoOfTheUserAreKept() {
        assertThat(baselines.last()).isNull();
        baselines.take(READING);
        Baseline second = baselines.take(READING);
        assertThat(baselines.previous()).isNotNull().isNotSameAs(second);
        Baseline third = baselines.take(READING);

        assertThat(baselines.last()).isSameAs(third);
        assertThat(baselines.previous()).isSameAs(second);
        assertThat(third.ageNanos()).isNotNegative();
    }

    /** Watchers neither push out each other before there are eight, nor the user's moments. */
    @Test
    void eachWatcherHasItsFirst() {
        Baseline taken = baselines.take(READING);
        Baseline first = baselines.watch("0", READING);
        for (int i = 1; i < 8; i++) {
            baselines.watch(Integer.toString(i), READING);
        }
        assertThat(baselines.of("0")).isSameAs(first);
        for (int i = 8; i < 100; i++) {
            baselines.watch(Integer.toString(i), READING);
        }

        assertThat(baselines.of("0")).isNull();
        assertThat(baselines.of("91")).isNull();
        assertThat(baselines.of("92")).isNotNull();
        assertThat(baselines.last()).isSameAs(taken);
    }
}
