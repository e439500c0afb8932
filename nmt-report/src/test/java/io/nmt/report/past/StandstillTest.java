package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandstillTest {
    private static final long MB = 1 << 20;
    private static final long MINUTE = 60_000;
    private static final long RATE = 6 * MB;
    private static final int SEEDS = 100;

    /** A value each ten seconds, by its time. */
    private static Series series(long untilMillis, LongUnaryOperator value) {
        long[] millis = LongStream.rangeClosed(0, untilMillis / 10_000)
                .map(point -> point * 10_000)
                .toArray();
        return new Series(millis, LongStream.of(millis).map(value).toArray());
    }

    private static long ramp(long millis) {
        return RATE * millis / MINUTE;
    }

    /** A cache of an hour was told to rise for ten minutes after it had become full. */
    @ParameterizedTest
    @ValueSource(longs = {3, 10, 30, 60, 600})
    void aCacheThatIsFullHasStoppedWithinTwoMinutes(long minutes) {
        Series full = series((minutes + 2) * MINUTE, time -> ramp(Math.min(time, minutes * MINUTE)));
        Series filling = series(minutes * MINUTE, StandstillTest::ramp);

        assertThat(Standstill.isOne(full, 0, RATE)).isTrue();
        assertThat(RiseFinder.find(full)).isNull();
        assertThat(Standstill.isOne(filling, 0, RATE)).isFalse();
        assertThat(RiseFinder.find(filling)).isNotNull();
    }

    /** A pool of 160 threads was told to grow for 40 s and more after it was full. */
    @Test
    void aPoolThatIsFullHasStoppedWithinAMinute() {
        assertThat(rising(120)).as("it is full now").hasSize(1);
        assertThat(rising(160)).isEmpty();
        assertThat(rising(300)).isEmpty();
    }

    private static List<Rising> rising(int seconds) {
        List<HistoryPoint> points = new ArrayList<>();
        for (int i = 0; i <= seconds; i += 5) {
            points.add(new HistoryPoint.Builder(i * 1000L)
                    .set(HistoryFigure.THREADS, 26 + Math.min(160, i * 4 / 3))
                    .build());
        }
        List<Rising> rising = new ArrayList<>();
        RisesFound.addThreads(points, rising);
        return rising;
    }

    /** A leak does not become "known to hold" by chance. */
    @Test
    void aLeakAmongWhatComesAndGoesHasNotStopped() {
        int stopped = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            long noise = 1 + random.nextLong(40 * MB);
            Series leak = series(60 * MINUTE, time -> ramp(time) + random.nextLong(noise));
            for (int i = 20; i < leak.length(); i++) {
                Series until = new Series(
                        java.util.Arrays.copyOf(leak.millis(), i), java.util.Arrays.copyOf(leak.values(), i));
                stopped += Standstill.isOne(until, 0, RATE) ? 1 : 0;
            }
        }
        assertThat(stopped).isLessThan(SEEDS * 340 / 1000);
    }

    @Test
    void whatRisesInStepsHasNotStoppedBetweenTwoOfThem() {
        for (int i = 20; i < 60; i++) {
            Series steps = series(i * MINUTE, time -> ramp(time / (5 * MINUTE) * (5 * MINUTE)));
            Series saw = series(i * MINUTE, time -> ramp(time) + ramp(time % (4 * MINUTE)) * 4);
            assertThat(Standstill.isOne(steps, 0, RATE)).isFalse();
            assertThat(Standstill.isOne(saw, 0, RATE)).isFalse();
        }
    }
}
