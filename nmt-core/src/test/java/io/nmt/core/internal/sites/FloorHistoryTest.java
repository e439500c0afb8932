package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FloorHistoryTest {
    private static final long SECOND = 100;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 24 * 60 * MINUTE;

    private final FloorHistory history = new FloorHistory(0);
    private long held;

    private void change(long time, long by) {
        history.changed(time, held, held + by);
        held += by;
    }

    private long[] quarters(long now) {
        FloorWindow life = history.windows(now, held).get(0);
        return new long[] {life.floor(0), life.floor(1), life.floor(2), life.floor(3), life.floor(4)};
    }

    @Test
    void aSteadyRiseLiftsEveryQuarter() {
        for (int i = 0; i < 1000; i++) {
            change(i * SECOND, 10);
        }
        long[] floors = quarters(1000 * SECOND);
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
        assertThat(quarters(1000 * SECOND)[3]).isEqualTo(50);
    }

    @Test
    void whatDoesNotChangeIsTheFloor() {
        change(0, 50);
        long[] floors = quarters(100_000 * SECOND);
        assertThat(floors[1]).isEqualTo(50);
        assertThat(floors[3]).isEqualTo(50);
    }

    @Test
    void whatIsGivenBackLowersTheLastQuarter() {
        change(0, 50);
        change(90 * SECOND, -40);
        long[] floors = quarters(100 * SECOND);
        assertThat(floors[2]).isEqualTo(50);
        assertThat(floors[3]).isEqualTo(10);
    }

    /** After 10 days of 1,000 bytes: 10 more each second, for 20 minutes. */
    private void riseLate() {
        change(0, 1000);
        for (int i = 0; i <= 20 * 60; i++) {
            change(10 * DAY + i * SECOND, 10);
        }
    }

    @Test
    void aLateRiseIsSeenInTheRecentPast() {
        riseLate();
        List<FloorWindow> windows = history.windows(10 * DAY + 20 * MINUTE, held);
        assertThat(windows).hasSize(1 + RecentFloors.WINDOWS);
        FloorWindow minute = windows.get(RecentFloors.WINDOWS);
        FloorWindow fourMinutes = windows.get(RecentFloors.WINDOWS - 1);
        FloorWindow sixteenMinutes = windows.get(RecentFloors.WINDOWS - 2);

        assertThat(windows.get(0).isRising(0, 0)).isFalse();
        assertThat(minute.isRising(0, 0)).isTrue();
        assertThat(minute.riseTime()).isEqualTo(30 * SECOND);
        assertThat(fourMinutes.isRising(0, 0)).isTrue();
        assertThat(sixteenMinutes.isRising(0, 0)).isTrue();
        assertThat(sixteenMinutes.rise()).isEqualTo(8 * 60 * 10);
        assertThat(sixteenMinutes.riseTime()).isEqualTo(8 * MINUTE);
        // Parts of the next longer window are eight minutes.
        FloorWindow hour = windows.get(RecentFloors.WINDOWS - 3);
        assertThat(hour.riseStart(sixteenMinutes)).isBetween(10 * DAY - 8 * MINUTE, 10 * DAY + 8 * MINUTE);
    }

    @Test
    void theFloorIsThatOfEveryMomentSince() {
        riseLate();
        change(10 * DAY + 20 * MINUTE, -held);
        change(10 * DAY + 20 * MINUTE, 100_000);
        for (FloorWindow window : history.windows(10 * DAY + 20 * MINUTE, held)) {
            assertThat(window.floor(3)).isZero();
            assertThat(window.isRising(0, 0)).isFalse();
        }
    }

    @Test
    void aRiseThatWasThereBeforeIsNone() {
        for (int cycle = 0; cycle < 20; cycle++) {
            for (int i = 0; i < 20 * 60; i++) {
                change(cycle * 20L * MINUTE + i * SECOND, 10);
            }
            change((cycle + 1L) * 20 * MINUTE - 1, -held);
        }
        for (int i = 0; i < 19 * 60; i++) {
            change(400 * MINUTE + i * SECOND, 10);
        }
        for (FloorWindow window : history.windows(419 * MINUTE, held)) {
            assertThat(window.isRising(0, 0)).isFalse();
        }
    }

    @Test
    void nothingForYears() {
        change(0, 70);
        for (FloorWindow window : history.windows(400 * DAY, held)) {
            assertThat(window.floor(0)).isEqualTo(window.start(0) == 0 ? 0 : 70);
            assertThat(window.floor(4)).isEqualTo(70);
            assertThat(window.isRising(0, 0)).isFalse();
        }
    }
}
