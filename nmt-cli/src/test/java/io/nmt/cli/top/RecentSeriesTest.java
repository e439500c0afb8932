package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.top.Row;
import org.junit.jupiter.api.Test;

/** The last five minutes. */
class RecentSeriesTest {
    private static final long NOW = 10_000_000;

    private final RecentSeries past = new RecentSeries();

    @Test
    void drawsFromTheLeastToTheMost() {
        for (int i = 0; i <= 300; i += 2) {
            past.add("x", NOW - 300_000 + i * 1000L, i);
        }
        assertThat(past.line("x", NOW, 10)).isEqualTo("▁▂▃▃▄▅▆▆▇█");
        assertThat(past.line("unknown", NOW, 10)).isBlank().hasSize(10);
    }

    @Test
    void whatIsLevelStaysLowAndWhatWasNotReadIsEmpty() {
        past.add("x", NOW - 295_000, 7);
        past.add("x", NOW - 20_000, 7);
        past.add("x", NOW, 7);
        assertThat(past.line("x", NOW, 10)).isEqualTo("▁        ▁");
        past.add("x", NOW - 100_000, 9);
        assertThat(past.line("x", NOW, 10)).isEqualTo("▁     ███▁");
    }

    @Test
    void growthIsThatOfTheLeast() {
        for (int i = 0; i <= 100; i++) {
            past.add("leak", NOW - 100_000 + i * 1000L, 1000 + 60L * i);
            past.add("comes and goes", NOW - 100_000 + i * 1000L, i % 10 * 500L);
            past.add("falls", NOW - 100_000 + i * 1000L, 10_000 - 60L * i);
        }
        assertThat(past.growthPerMinute("leak", NOW)).isEqualTo(3600);
        assertThat(past.growthPerMinute("comes and goes", NOW)).isZero();
        assertThat(past.growthPerMinute("falls", NOW)).isBetween(-3700L, -3500L);
    }

    @Test
    void tellsNoGrowthTooEarlyAndForgetsWhatIsOld() {
        past.add("x", NOW - 10_000, 1);
        past.add("x", NOW, 2);
        assertThat(past.growthPerMinute("x", NOW)).isEqualTo(Row.UNKNOWN);
        assertThat(past.growthPerMinute("unknown", NOW)).isEqualTo(Row.UNKNOWN);
        past.forget(NOW + 1_000_000);
        assertThat(past.line("x", NOW, 10)).isBlank();
    }
}
