package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RiseFinderTest {
    private static final long MB = 1 << 20;
    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final int SEEDS = 50;

    /** A value for each point until then, by its time. */
    private static Series series(long everyMillis, long untilMillis, LongUnaryOperator value) {
        long[] millis = LongStream.iterate(0, time -> time + everyMillis)
                .limit(untilMillis / everyMillis)
                .toArray();
        return new Series(millis, LongStream.of(millis).map(value).toArray());
    }

    private static Series seconds(long untilMillis, LongUnaryOperator value) {
        return series(10 * SECOND, untilMillis, value);
    }

    private static Series until(Series whole, int length) {
        return new Series(
                java.util.Arrays.copyOf(whole.millis(), length), java.util.Arrays.copyOf(whole.values(), length));
    }

    private static long ramp(long time, long from, double bytesPerMilli) {
        return Math.round(Math.max(0, time - from) * bytesPerMilli);
    }

    @Test
    void aLeakThatBeginsLateIsFoundWithinThreeMinutesAndItsStartWithinHalfAMinute() {
        int found = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Series series = seconds(
                    23 * MINUTE,
                    time -> 100 * MB + random.nextLong(4 * MB) + ramp(time, 20 * MINUTE, 10.0 * MB / MINUTE));
            Rise rise = RiseFinder.find(series);
            if (rise != null) {
                found++;
                assertThat(rise.sinceMillis()).isBetween(20 * MINUTE - 30 * SECOND, 20 * MINUTE + 30 * SECOND);
                assertThat(rise.bytesPerMinute()).isBetween(7 * MB, 13 * MB);
            }
        }
        assertThat(found).isEqualTo(SEEDS);
    }

    /** After a day, in nine of ten cases; after a day and a half, in all of these. */
    @Test
    void aSlowRampIsFoundInMuchNoise() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Series series = series(
                    2 * MINUTE,
                    36 * HOUR,
                    time -> 200 * MB + random.nextLong(500 * MB) + ramp(time, 0, 5.0 * MB / HOUR));
            Rise rise = RiseFinder.find(series);
            assertThat(rise).as("seed %d", seed).isNotNull();
            assertThat(rise.bytesPerMinute() * 60).isBetween(3 * MB, 7 * MB);
        }
    }

    @Test
    void aSteadyRampFromTheStart() {
        Rise rise = RiseFinder.find(seconds(10 * MINUTE, time -> ramp(time, 0, 1.0 * MB / MINUTE)));

        assertThat(rise.sinceMillis()).isLessThan(30 * SECOND);
        assertThat(rise.bytesPerMinute()).isBetween(MB * 9 / 10, MB * 11 / 10);
        assertThat(rise.fromBytes()).isNotNegative();
    }

    /** A rise that is fast and then slower: a line through all of it would begin below the lowest value. */
    @Test
    void aRiseDoesNotBeginBelowWhatThereWas() {
        Rise rise = RiseFinder.find(seconds(
                15 * MINUTE, time -> 50 * MB + Math.round(400 * MB * Math.pow((double) time / (15 * MINUTE), 0.75))));

        assertThat(rise).isNotNull();
        assertThat(rise.fromBytes()).isBetween(50 * MB, 150 * MB);
    }

    /** As points are read: a little early or late. */
    @Test
    void aSteadyRiseIsFoundAtEachPointFromTheSixteenthOn() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Series steady = seconds(6 * MINUTE, time -> 2 * MB + ramp(time, 0, 4.0 * MB / MINUTE));
            long[] millis = steady.millis().clone();
            for (int i = 0; i < millis.length; i++) {
                millis[i] += random.nextInt(60);
            }
            Series late = new Series(millis, steady.values());
            for (int length = 16; length <= late.length(); length++) {
                assertThat(RiseFinder.find(until(late, length)))
                        .as("%d points, seed %d", length, seed)
                        .isNotNull();
            }
        }
    }

    /** The heap is touched in the first seconds, and then something leaks: the rise is the leak's. */
    @Test
    void whatRoseFastBeforeIsNoPartOfTheRise() {
        for (long minutes = 4; minutes <= 10; minutes++) {
            Rise rise = RiseFinder.find(seconds(
                    minutes * MINUTE,
                    time -> 170 * MB
                            + Math.min(200 * MB, ramp(time, 0, 10.0 * MB / SECOND))
                            + ramp(time, 20 * SECOND, 7.0 * MB / MINUTE)));
            assertThat(rise).as("%d min", minutes).isNotNull();
            assertThat(rise.bytesPerMinute()).as("%d min", minutes).isBetween(6 * MB, 9 * MB);
        }
    }

    /** A category had "+41.5 MB/min" since the start, beside its only line of code that grows, by 57.6. */
    @Test
    void whatWasAllocatedAtTheStartIsNoPartOfTheRise() {
        for (long after = 90; after <= 300; after += 10) {
            Rise rise = RiseFinder.find(series(
                    4 * SECOND,
                    137 * SECOND + after * SECOND,
                    time -> 171 * MB
                            + Math.min(69 * MB, ramp(time, 0, 7.0 * MB / SECOND))
                            + ramp(time, 137 * SECOND, 57.6 * MB / MINUTE)));
            assertThat(rise).as("%d s", after).isNotNull();
            assertThat(rise.bytesPerMinute()).as("%d s", after).isBetween(55 * MB, 60 * MB);
            assertThat(rise.sinceMillis()).as("%d s", after).isBetween(125 * SECOND, 150 * SECOND);
        }
    }

    /** Alarms in 15 minutes, at each point: as if asked again and again. */
    private static int alarms(LongUnaryOperator value, long until) {
        Series whole = seconds(until, value);
        int alarms = 0;
        for (int length = 1; length <= whole.length(); length++) {
            alarms += RiseFinder.find(until(whole, length)) == null ? 0 : 1;
        }
        return alarms;
    }

    @Test
    void whatDoesNotLeakIsNotSaidToRise() {
        int noise = 0;
        int walks = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            noise += alarms(time -> 100 * MB + random.nextLong(100 * MB), 15 * MINUTE);
            double[] level = {0};
            walks += alarms(
                    time -> {
                        level[0] = 0.8 * level[0] + random.nextGaussian() * 10 * MB;
                        return Math.max(0, Math.round(200 * MB + level[0]));
                    },
                    15 * MINUTE);
        }
        System.out.println("alarms of " + SEEDS * 90 + " looks: noise " + noise + ", walks " + walks);
        assertThat(noise).isZero();
        assertThat(walks).isLessThanOrEqualTo(SEEDS * 90 / 1000);
    }

    @Test
    void neitherIsWhatFillsOrComesAndGoes() {
        assertThat(alarms(time -> 100 * MB, HOUR)).isZero();
        // A step, and the steps of a pool.
        assertThat(alarms(time -> time < 5 * MINUTE ? 100 * MB : 200 * MB, 15 * MINUTE))
                .isZero();
        // As a collector leaves it.
        assertThat(alarms(time -> 50 * MB + time % (70 * SECOND) * MB / SECOND, HOUR))
                .isZero();
        // A cache that is full after five minutes, seen when it is.
        Series full = seconds(15 * MINUTE, time -> 100 * MB + Math.min(time, 5 * MINUTE) / SECOND * MB);
        assertThat(RiseFinder.find(full)).isNull();
        // One that nears its size.
        Series nearly =
                seconds(15 * MINUTE, time -> Math.round(500 * MB * (1 - Math.exp(-(double) time / (3 * MINUTE)))));
        assertThat(RiseFinder.find(nearly)).isNull();
    }

    @Test
    void wavesAreKnownOnceTheyWereSeen() {
        LongUnaryOperator day = time -> Math.round(300 * MB * (2 - Math.cos(time * 2 * Math.PI / (20 * MINUTE))));
        Series whole = seconds(2 * HOUR, day);
        int alarms = 0;
        for (int length = 140; length <= whole.length(); length++) {
            alarms += RiseFinder.find(until(whole, length)) == null ? 0 : 1;
        }
        assertThat(alarms).isZero();
    }

    @Test
    void tooFewPointsTellNothing() {
        assertThat(RiseFinder.find(seconds(2 * MINUTE, time -> time * MB))).isNull();
        assertThat(RiseFinder.find(new Series(new long[0], new long[0]))).isNull();
    }
}
