package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long THRESHOLD = 180 * MIB; // of a limit of 200 MiB
    private static final long STEP_NANOS = 5 * MILLI; // in which a program fills some

    private static final long LOOK_NANOS = 20_000;

    private final Pace pace = new Pace();

    private long next(long usage, long threshold, long nanoTime) {
        return pace.next(usage, threshold, nanoTime, LOOK_NANOS);
    }

    /** The look that sees the threshold passed comes with most of the rest still free. */
    @ParameterizedTest
    @ValueSource(ints = {10, 50, 100, 200, 400})
    void aFastFillIsSeenAtTheThreshold(int mibPerSecond) {
        boolean prepared = false;
        long now = 0;
        long usage = usage(45, mibPerSecond, now);
        while (usage < THRESHOLD) {
            now += next(usage, THRESHOLD, now);
            prepared |= pace.isSoon();
            usage = usage(45, mibPerSecond, now);
        }

        assertThat(prepared).as("before the threshold").isTrue();
        assertThat(usage - THRESHOLD).isLessThan(5 * MIB);
    }

    /** From rest, at any moment between two looks. */
    @ParameterizedTest
    @CsvSource({"50, 200", "100, 200", "150, 100"})
    void aFillThatBeginsAfterRestIsSeenBeforeTheLimit(int atRestMib, int mibPerSecond) {
        long wait = 0;
        long now = 0;
        for (int i = 0; i < 100; i++) {
            now += wait;
            wait = next(atRestMib * MIB, THRESHOLD, now);
        }
        for (long part = 0; part < 8; part++) {
            long began = now + wait * part / 8;
            assertThat(seenAt(now + wait, began, atRestMib, mibPerSecond)).isLessThan(190 * MIB);
        }
    }

    private static long seenAt(long firstLook, long began, int atRestMib, int mibPerSecond) {
        Pace pace = new Pace();
        pace.next(atRestMib * MIB, THRESHOLD, began - 1, LOOK_NANOS);
        long now = firstLook;
        long usage = usage(atRestMib, mibPerSecond, now - began);
        while (usage < THRESHOLD) {
            now += pace.next(usage, THRESHOLD, now, LOOK_NANOS);
            usage = usage(atRestMib, mibPerSecond, now - began);
        }
        return usage;
    }

    private static long usage(int startMib, int mibPerSecond, long nanos) {
        long filled = mibPerSecond * MIB / (SECOND / STEP_NANOS);
        return startMib * MIB + nanos / STEP_NANOS * filled;
    }

    @Test
    void atRestAsSeldomAsTheDistanceAllows() {
        assertThat(next(1000 * MIB, 8000 * MIB, 0)).isEqualTo(Pace.LONGEST_NANOS);
        assertThat(pace.isSoon()).isFalse();
        assertThat(next(1000 * MIB, 1512 * MIB, SECOND)).isEqualTo(SECOND / 2);
        assertThat(next(1000 * MIB, 1001 * MIB, 2 * SECOND)).isEqualTo(Pace.LEAST_AT_REST_NANOS);
        assertThat(pace.isSoon()).isTrue();
        assertThat(next(1000 * MIB, 1000 * MIB, 3 * SECOND)).as("all passed").isEqualTo(Pace.LEAST_AT_REST_NANOS);
        assertThat(pace.isSoon()).isFalse();
    }

    /** Whatever usage does: in the long run hardly more than nine looks a second. */
    @Test
    void usageThatGoesUpAndDownCostsNoMore() {
        long looks = 0;
        long now = 0;
        while (now < 3600 * SECOND) {
            long usage = now / (100 * MILLI) % 2 == 0 ? 179 * MIB : 100 * MIB;
            now += next(usage + now / MILLI % 100 * (MIB / 100), THRESHOLD, now);
            looks++;
        }

        assertThat(looks).isLessThan(3600 * 10 + Pace.MOST_QUICK_LOOKS);
    }

    /** On a machine with hundreds of cgroups or processors, or a process of many pages. */
    @Test
    void aLookThatTakesLongIsTakenSeldom() {
        assertThat(afterLooks(1, 0, MILLI)).as("once, the thread was held up").isLessThan(150 * MILLI);
        assertThat(afterLooks(30, 1, MILLI)).isEqualTo(1075 * MILLI);
        assertThat(afterLooks(100, 31, 100 * MILLI)).isEqualTo(Pace.LONGEST_OF_SLOW_NANOS);
        assertThat(afterLooks(1, 131, LOOK_NANOS)).isEqualTo(Pace.LEAST_AT_REST_NANOS);
    }

    private long afterLooks(int count, int from, long lookNanos) {
        long wait = 0;
        for (int i = from; i < from + count; i++) {
            wait = pace.next(170 * MIB, THRESHOLD, 5 * SECOND * i, lookNanos);
        }
        return wait;
    }

    @Test
    void aClockThatStandsStill() {
        assertThat(next(100 * MIB, THRESHOLD, 5)).isPositive();
        assertThat(next(170 * MIB, THRESHOLD, 5)).isPositive();
        assertThat(next(0, THRESHOLD, 5)).isPositive();
        assertThat(next(0, Long.MAX_VALUE, 6)).isEqualTo(Pace.LONGEST_NANOS);
    }
}
