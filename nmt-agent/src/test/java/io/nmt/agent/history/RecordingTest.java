package io.nmt.agent.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The times of points, by a clock that the test drives: an hour passes in a moment. */
class RecordingTest {
    private static final long START = 1_000_000;
    private static final long PERIOD = 10_000;
    private static final long YOUNG = 2_000;

    private final History history = new History();
    private final List<Boolean> checks = new ArrayList<>();
    private final List<HistoryPoint> told = new ArrayList<>();
    private long now = START;
    private int pauses;

    /** The loop has no end of its own. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final class Time implements Ticker {
        private final int most;

        Time(int most) {
            this.most = most;
        }

        @Override
        public long millis() {
            return now;
        }

        @Override
        public void pause(long millis) {
            pauses++;
            if (pauses == most) {
                throw new Enough();
            }
            now += millis;
        }
    }

    private interface Reading {
        void read(int point);
    }

    private Recording recording(int most, Reading reading) {
        return new Recording(
                history,
                new Recording.Points() {
                    private int count;

                    @Override
                    public HistoryPoint.Builder read(HistoryPoint.Builder point, boolean all) {
                        reading.read(count++);
                        return point.set(HistoryFigure.RSS, count).set(HistoryFigure.THREADS, all ? 1 : 0);
                    }

                    @Override
                    public void check(boolean all) {
                        checks.add(all);
                    }

                    @Override
                    public void tell(HistoryPoint point) {
                        told.add(point);
                    }
                },
                new Time(most));
    }

    private List<Long> timesOf(int most, Reading reading) {
        assertThatThrownBy(() -> recording(most, reading).repeat(PERIOD)).isInstanceOf(Enough.class);
        return history.points(0).stream().map(point -> point.millis() - START).toList();
    }

    @Test
    void anHourHasAPointEveryTenSeconds() {
        List<Long> times = timesOf(360, point -> {});

        assertThat(times).hasSize(360).startsWith(0L, PERIOD, 2 * PERIOD).endsWith(359 * PERIOD);
        assertThat(history.lostPoints()).isZero();
    }

    @Test
    void timeThatReadingTakesDoesNotDelayTheNextPoint() {
        assertThat(timesOf(3, point -> now += 3000)).containsExactly(0L, PERIOD, 2 * PERIOD);
    }

    @Test
    void readingThatTakesLongerThanAPeriodLeavesHalfOfOneToTheApplication() {
        assertThat(timesOf(4, point -> now += point == 0 ? 25_000 : 0)).containsExactly(0L, 30_000L, 40_000L, 50_000L);
    }

    @Test
    void aPointThatCannotBeReadIsLostAlone() {
        List<Long> times = timesOf(4, point -> {
            if (point == 1) {
                throw new OutOfMemoryError("of the test");
            }
            if (point == 2) {
                throw new IllegalStateException("of the test");
            }
        });

        assertThat(times).containsExactly(0L, 3 * PERIOD);
        assertThat(history.lostPoints()).isEqualTo(2);
    }

    @Test
    void eachPointIsPassedOn() {
        timesOf(4, point -> {});

        List<Long> ofHistory =
                history.points(0).stream().map(HistoryPoint::millis).toList();
        assertThat(told).extracting(HistoryPoint::millis).isEqualTo(ofHistory).hasSize(4);
    }

    @Test
    void allHooksAreLookedAtOnceAMinute() {
        timesOf(31, point -> {});

        assertThat(checks).hasSize(31);
        for (int i = 0; i < checks.size(); i++) {
            assertThat(checks.get(i)).as("before point %s", i).isEqualTo(i % 15 == 0);
        }
    }

    /** As after the command unreachable. */
    @Test
    void anEarlyPointHasAllFiguresAndTakesThePlaceOfAYoungOne() {
        Recording recording = recording(1, point -> {});
        recording.add(false);
        now += YOUNG - 1;
        recording.add(true);

        assertThat(history.points(0)).hasSize(1);
        HistoryPoint young = history.points(0).get(0);
        assertThat(young.millis()).isEqualTo(now);
        assertThat(young.get(HistoryFigure.THREADS)).isEqualTo(1);

        now += YOUNG;
        recording.add(true);
        assertThat(history.points(0)).hasSize(2);
    }
}
