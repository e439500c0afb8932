package io.nmt.core.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloorHistoryTest {
    private static final long SECOND = 100;

    private final FloorHistory history = new FloorHistory(0);
    private long held;

    private void change(long time, long by) {
        history.changed(time, held, held + by);
        held += by;
    }

    @Test
    void aSteadyRiseLiftsEveryQuarter() {
        for (int i = 0; i < 1000; i++) {
            change(i * SECOND, 10);
        }
        long[] floors = history.quarters(1000 * SECOND, held);
        // A quarter begins with one of the 16 parts, which are 64 s each.
        assertThat(floors[0]).isLessThan(640);
        assertThat(floors[1]).isBetween(2500L - 640, 2500L + 640);
        assertThat(floors[2]).isBetween(5000L - 640, 5000L + 640);
        assertThat(floors[3]).isBetween(7500L - 640, 7500L + 640);
        assertThat(floors[4]).isBetween(9360L, 10_000L);
    }

    @Test
    void whatComesAndGoesLeavesTheFloor() {
        change(0, 50);
        for (int i = 0; i < 1000; i++) {
            change(i * SECOND, 500);
            change(i * SECOND + 3, -500);
        }
        assertThat(history.quarters(1000 * SECOND, held)[3]).isEqualTo(50);
    }

    @Test
    void whatDoesNotChangeIsTheFloor() {
        change(0, 50);
        long[] floors = history.quarters(100_000 * SECOND, held);
        assertThat(floors[1]).isEqualTo(50);
        assertThat(floors[3]).isEqualTo(50);
    }

    @Test
    void whatIsGivenBackLowersTheLastQuarter() {
        change(0, 50);
        change(90 * SECOND, -40);
        long[] floors = history.quarters(100 * SECOND, held);
        assertThat(floors[2]).isEqualTo(50);
        assertThat(floors[3]).isEqualTo(10);
    }
}
