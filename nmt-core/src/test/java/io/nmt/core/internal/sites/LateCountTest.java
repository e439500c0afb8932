package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.HandleSite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A line of code that makes few objects for a while, and then more and more: threads, class loaders, handles. All seeds
 * are fixed.
 */
class LateCountTest {
    private static final long SECOND = 100; // in units of SampleRecord
    private static final long MINUTE = 60 * SECOND;
    private static final int SEEDS = 20;

    /** Lines that make hundreds a second are sampled. */
    static Stream<Arguments> ages() {
        return Stream.of(0L, 2L, 10L, 60L, 600L)
                .flatMap(quiet -> Stream.of(
                        Arguments.of(quiet, 30, 1),
                        Arguments.of(quiet, 240, 1),
                        Arguments.of(quiet, 3000, 1),
                        Arguments.of(quiet, 3000, 16)));
    }

    private static HandleSite usage(CallSite site, List<Long> samples, int weight, long now) {
        CountSum sum = new CountSum(site.held(), now, now);
        samples.forEach(time -> sum.add(SampleRecord.of(1, 0, time), weight));
        return sum.usage(site.site(), 0, Long.MAX_VALUE, List.of());
    }

    /** Loaders were told to be 1,096 more a minute, without an error, where they were 772 in the mean. */
    @Test
    void theRateOfWhatIsMadeFasterAndSlowerHasAnError() {
        int[] perMinuteInTenSeconds = {96, 672, 744, 528, 648, 936, 912, 720, 1128, 1200, 1008, 888, 552};
        HandleSite uneven = made(perMinuteInTenSeconds);
        assertThat(uneven.growing()).isTrue();
        assertThat(Math.abs(uneven.growthPerMinute() - 772)).isLessThan(3 * uneven.growthErrorPerMinute());
        int[] steady = new int[13];
        Arrays.fill(steady, 720);
        assertThat(made(steady).growthPerMinute()).isBetween(700L, 740L);
        assertThat(made(steady).growthErrorPerMinute()).isZero();
    }

    private static HandleSite made(int... perMinuteInTenSeconds) {
        CallSite site = new CallSite(1, Category.UNSAFE.id(), List.of(), 0);
        List<Long> samples = new ArrayList<>();
        Random random = new Random(7);
        long now = 0;
        for (int perMinute : perMinuteInTenSeconds) {
            for (int second = 0; second < 10; second++) {
                now += SECOND;
                for (int i = 0; i < perMinute / 60; i++) {
                    make(site, samples, 1, now, random);
                }
            }
        }
        return usage(site, samples, 1, now);
    }

    @ParameterizedTest
    @MethodSource("ages")
    void isToldWithin90SecondsAndItsStartStays(long quietMinutes, int perMinute, int weight) {
        int found = 0;
        int right = 0;
        int moved = 0;
        double worst = 0;
        long worstStart = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            CallSite site = new CallSite(1, Category.UNSAFE.id(), List.of(), 0);
            List<Long> samples = new ArrayList<>();
            long begin = quietMinutes * MINUTE;
            for (long now = 0; now < begin; now += MINUTE) { // one a minute
                make(site, samples, weight, now, random);
            }
            long since = -1;
            for (long second = 1; second <= 600; second++) {
                long now = begin + second * SECOND;
                int due = (int) (perMinute * second / 60 - perMinute * (second - 1) / 60);
                for (int i = 0; i < due; i++) {
                    make(site, samples, weight, now, random);
                }
                if (second % 10 != 0 || second < 60) {
                    continue;
                }
                HandleSite usage = usage(site, samples, weight, now);
                long start = now - usage.growingForNanos() / SampleRecord.NANOS_PER_UNIT;
                if (second == 90) {
                    found += usage.growing() ? 1 : 0;
                    double off = Math.abs(usage.growthPerMinute() - perMinute);
                    worst = Math.max(worst, off / perMinute);
                    right += off <= 3 * usage.growthErrorPerMinute() + 0.15 * perMinute ? 1 : 0;
                    worstStart = Math.max(worstStart, Math.abs(start - begin));
                }
                if (second >= 90 && usage.growing()) {
                    moved += since >= 0 && start != since ? 1 : 0;
                    since = start;
                }
            }
        }
        System.out.printf(
                "quiet %d min, %d/min, 1 of %d: found %d, rate right %d of %d, off by %.2f, start by %d s, moved %d%n",
                quietMinutes, perMinute, weight, found, right, SEEDS, worst, worstStart / SECOND, moved);
        assertThat(found).isEqualTo(SEEDS);
        assertThat(right).isEqualTo(SEEDS);
        assertThat(worstStart).isLessThanOrEqualTo(10 * SECOND);
        assertThat(moved).isZero();
    }

    /** Batches of some tens, each of which ends after a while. */
    @Test
    void batchesAreNotSuspected() {
        for (long period : new long[] {20, 45, 70, 100, 160}) {
            Random random = new Random(period);
            CallSite site = new CallSite(1, Category.UNSAFE.id(), List.of(), 0);
            List<Long> samples = new ArrayList<>();
            for (long second = 0; second < 1200; second++) {
                long now = second * SECOND;
                if (second % period == 0) {
                    samples.forEach(time -> site.freed(1, now));
                    samples.clear();
                }
                make(site, samples, 1, now, random);
                assertThat(second > period + period / 10
                                && usage(site, samples, 1, now).growing())
                        .as("%d of %d s", second, period)
                        .isFalse();
            }
        }
    }

    private static void make(CallSite site, List<Long> samples, int weight, long now, Random random) {
        if (random.nextInt(weight) == 0) {
            samples.add(now);
            site.allocated(weight, now);
        }
    }
}
