package io.nmt.core.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class BendTest {
    private static final int POINTS = 60;
    private static final long STEP = 10_000;
    private static final int BEND = 40;
    private static final int MIN_AFTER = 5;
    private static final int FACTOR = 4;

    private static long[] times() {
        long[] times = new long[POINTS];
        for (int i = 0; i < POINTS; i++) {
            times[i] = 1_800_000_000_000L + i * STEP;
        }
        return times;
    }

    private static long[] values(IntToLongFunction value) {
        long[] values = new long[POINTS];
        for (int i = 0; i < POINTS; i++) {
            values[i] = value.applyAsLong(i);
        }
        return values;
    }

    /** Samples and the history ask differently, and get the same point and slope where the figure was level before. */
    @Test
    void isTheSameAfterALevelAndAfterALine() {
        Random random = new Random(1);
        for (int seed = 0; seed < 100; seed++) {
            long[] values = values(i -> 200_000_000 + random.nextInt(1_000_000) + Math.max(0, i - BEND) * 5_000_000L);
            Bend level = Bend.afterLevel(times(), values, 0, POINTS - 1);
            Bend line = Bend.afterLine(times(), values, MIN_AFTER, FACTOR);
            assertThat(level.index()).isBetween(BEND - 1, BEND + 1);
            assertThat(line.index()).isEqualTo(level.index());
            assertThat(line.slope()).isCloseTo(level.slope(), withinPercentage(2));
        }
    }

    @Test
    void missesNothingOfALineThatIsMeant() {
        Bend level = Bend.afterLevel(times(), values(i -> 7 + Math.max(0, i - BEND) * 30_000L), 0, POINTS - 1);
        assertThat(level.index()).isEqualTo(BEND);
        assertThat(level.slope()).isCloseTo(3.0, within(1e-6));
        Bend line =
                Bend.afterLine(times(), values(i -> i * 10_000L + Math.max(0, i - BEND) * 30_000L), MIN_AFTER, FACTOR);
        assertThat(line.index()).isEqualTo(BEND);
        assertThat(line.slope()).isCloseTo(4.0, within(1e-6));
    }

    @Test
    void hasNoBendWhereItIsStraight() {
        assertThat(Bend.afterLine(times(), values(i -> i * 10_000L), MIN_AFTER, FACTOR))
                .isNull();
        assertThat(Bend.afterLine(new long[2], new long[2], MIN_AFTER, FACTOR)).isNull();
        assertThat(Bend.afterLevel(times(), values(i -> 5), 0, POINTS - 1).slope())
                .isZero();
    }

    @Test
    void knowsTheSlopeFromAPointOnAndItsError() {
        Random random = new Random(2);
        long[] values = values(i -> i < BEND ? 900_000 - 9 * i : i * 20_000L + random.nextInt(3_000));
        Bend bend = Bend.at(times(), values, BEND, POINTS - 1);
        assertThat(bend.slope()).isCloseTo(2, within(0.05));
        assertThat(Math.abs(bend.slope() - 2)).isLessThan(4 * bend.slopeError(times(), values, POINTS - 1));
    }
}
