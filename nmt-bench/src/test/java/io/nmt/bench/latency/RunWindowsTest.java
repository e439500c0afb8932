package io.nmt.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunWindowsTest {
    private static final RunWindows MEASURED = windows(1000, 2000, 2100, 3200);

    @Test
    void allWindows() {
        assertThat(MEASURED.all()).containsExactly(1000.0, 1100.0);
    }

    @Test
    void countsWhereTheOtherThreadLeavesNoGap() {
        assertThat(MEASURED.whileRuns(windows(900, 1500, 1600, 2500, 2700, 4000)))
                .containsExactly(1000.0, 1100.0);
    }

    @Test
    void notWhereItWasInterruptedBetweenWindows() {
        assertThat(MEASURED.whileRuns(windows(900, 1500, 1900, 4000))).containsExactly(1100.0);
    }

    @Test
    void notWhereItWasInterruptedWithinOne() {
        assertThat(MEASURED.whileRuns(windows(900, 2050, 2060, 4_000_000))).containsExactly(1000.0);
    }

    @Test
    void notBeforeItBeginsOrAfterItEnds() {
        assertThat(MEASURED.whileRuns(windows(1900, 3000))).isEmpty();
        assertThat(MEASURED.whileRuns(windows())).isEmpty();
    }

    private static RunWindows windows(long... beginsAndEnds) {
        long[] begins = new long[beginsAndEnds.length / 2];
        long[] ends = new long[begins.length];
        for (int i = 0; i < begins.length; i++) {
            begins[i] = beginsAndEnds[2 * i];
            ends[i] = beginsAndEnds[2 * i + 1];
        }
        return new RunWindows(begins, ends, begins.length);
    }
}
