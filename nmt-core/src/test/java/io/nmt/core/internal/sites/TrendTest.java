package io.nmt.core.internal.sites;

import static io.nmt.core.internal.sites.SimulatedSite.HOUR;
import static io.nmt.core.internal.sites.SimulatedSite.MINUTE;
import static io.nmt.core.internal.sites.SimulatedSite.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.sites.SimulatedSite.Block;
import io.nmt.core.model.SiteUsage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Growth and its error, suspects and those that are none, by simulation. All seeds are fixed: when the code is right,
 * these tests never fail.
 */
class TrendTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final double NANOS_PER_MINUTE = 60e9;

    /** The part of runs whose growth is within twice its error. */
    private static double within2Errors(double truthPerMinute, LongFunction<SiteUsage> run) {
        int runs = 2000;
        return (double) LongStream.range(0, runs)
                        .mapToObj(run)
                        .filter(usage -> Math.abs(usage.growthBytesPerMinute() - truthPerMinute)
                                <= 2 * usage.growthErrorBytesPerMinute())
                        .count()
                / runs;
    }

    /** As in the failure that was seen: 64 KiB ten times a second, for a minute. */
    private static SimulatedSite leaking(long seed, long bytes, long until) {
        SimulatedSite site = new SimulatedSite(seed);
        for (long now = 0; now < until; now += SECOND / 10) {
            site.allocate(bytes, now);
        }
        return site;
    }

    @Test
    void theErrorOfALeaksGrowthIsWhatItSays() {
        // 2 standard errors are 95.4 % of a normal distribution; of the few samples here, a little less.
        double part = within2Errors(
                10 * 64 * KIB * 60, seed -> leaking(seed, 64 * KIB, 64 * SECOND).usage(64 * SECOND));

        assertThat(part).isBetween(0.93, 0.975);
    }

    @Test
    void theErrorIsThatOfLargeBlocksToo() {
        double part = within2Errors(
                10 * 700 * KIB * 60,
                seed -> leaking(seed, 700 * KIB, 64 * SECOND).usage(64 * SECOND));

        assertThat(part).isBetween(0.93, 0.975);
    }

    @Test
    void theErrorIsNotTooSmallWhereMuchComesAndGoes() {
        // A cache of 32 MiB is replaced every 20 s, besides the leak.
        double part = within2Errors(10 * 64 * KIB * 60, seed -> {
            SimulatedSite site = new SimulatedSite(seed);
            ArrayDeque<Block> cache = new ArrayDeque<>();
            ArrayDeque<Long> none = new ArrayDeque<>();
            for (long now = 0; now < 64 * SECOND; now += SECOND / 10) {
                site.allocate(64 * KIB, now);
                for (int i = 0; i < 5; i++) {
                    replace(site, cache, none, 500, now);
                }
            }
            return site.usage(64 * SECOND);
        });

        assertThat(part).isBetween(0.93, 1.0);
    }

    /** Frees the oldest of some entries of 64 KiB, sampled or not, and adds a new one. */
    private static void replace(
            SimulatedSite site, ArrayDeque<Block> sampled, ArrayDeque<Long> notSampled, int entries, long now) {
        // The oldest is sampled as often as any: which one it is, the order of times tells.
        if (sampled.size() + notSampled.size() >= entries) {
            boolean first = notSampled.isEmpty()
                    || (!sampled.isEmpty() && sampled.peekFirst().time() < notSampled.peekFirst());
            if (first) {
                site.free(sampled.removeFirst(), now);
            } else {
                notSampled.removeFirst();
            }
        }
        Block block = site.allocate(64 * KIB, now);
        if (block == null) {
            notSampled.addLast(now);
        } else {
            sampled.addLast(block);
        }
    }

    @Test
    void aLeakIsFoundFromItsFirstMinuteOn() {
        for (int seed = 0; seed < 2000; seed++) {
            SiteUsage usage = leaking(seed, 512 * KIB, 55 * SECOND).usage(55 * SECOND);
            assertThat(usage.growing()).isTrue();
            assertThat(usage.growingForNanos()).isBetween(40_000_000_000L, 55_000_000_000L);
        }
    }

    @Test
    void inTheFirstSecondsItIsTooEarlyToTell() {
        SiteUsage usage = leaking(1, 512 * KIB, 12 * SECOND).usage(12 * SECOND);

        assertThat(usage.growing()).isFalse();
        assertThat(usage.judgedInNanos()).isEqualTo(8_000_000_000L);
        assertThat(usage.growthBytesPerMinute()).isPositive();
    }

    /** A process of any age, with its rate: 35,000 bytes ten times a second, which come and go before. */
    @Test
    void aLeakOf20MegabytesAMinuteIsFoundIn90Seconds() {
        double perMinute = 35_000 * 10 * 60;
        for (long quiet : new long[] {90 * SECOND, 10 * MINUTE, 2 * HOUR}) {
            int found = 0;
            int right = 0;
            int runs = 200;
            for (int seed = 0; seed < runs; seed++) {
                SimulatedSite site = new SimulatedSite(seed);
                for (long now = 0; now < quiet; now += SECOND / 10) {
                    Block block = site.allocate(35_000, now);
                    if (now % (SECOND / 5) == 0) {
                        site.free(block, now);
                        site.freeAll(now);
                    }
                }
                long end = quiet + 90 * SECOND;
                for (long now = quiet; now < end; now += SECOND / 10) {
                    site.allocate(35_000, now);
                }
                SiteUsage usage = site.usage(end);
                found += usage.growing() ? 1 : 0;
                double off = Math.abs(usage.growthBytesPerMinute() - perMinute);
                right += off <= 3 * usage.growthErrorBytesPerMinute() ? 1 : 0;
            }
            System.out.println("quiet for " + quiet / SECOND + " s: " + found + " of " + runs
                    + " found, rate within its" + " error of " + right);
            assertThat(found).as("after %s s", quiet / SECOND).isGreaterThanOrEqualTo(runs * 98 / 100);
            assertThat(right).as("after %s s", quiet / SECOND).isGreaterThanOrEqualTo(runs * 98 / 100);
        }
    }

    @Test
    void aLeakThatBeginsLateIsFoundWithinMinutes() {
        for (int seed = 0; seed < 300; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            site.allocate(1000, 64 * KIB, 0); // 62.5 MiB that stay
            long start = 50 * HOUR;
            for (long now = start; now < start + 8 * MINUTE; now += SECOND) {
                site.allocate(4, 64 * KIB, now); // 15 MiB a minute: 27 samples
            }
            SiteUsage usage = site.usage(start + 8 * MINUTE);

            assertThat(usage.growing()).as("seed %s", seed).isTrue();
            assertThat(usage.growingForNanos() / NANOS_PER_MINUTE).isBetween(3.0, 11.0);
            assertThat((double) usage.growthBytesPerMinute()).isBetween(4.0 * MIB, 30.0 * MIB);
        }
    }

    @Test
    void aSlowLeakThatBeginsLateIsFoundWithinHours() {
        for (int seed = 0; seed < 100; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            site.allocate(1000, 64 * KIB, 0);
            long start = 200 * HOUR;
            for (long now = start; now < start + 9 * HOUR; now += MINUTE) {
                site.allocate(4, 64 * KIB, now); // 256 KiB a minute
            }
            SiteUsage usage = site.usage(start + 9 * HOUR);

            assertThat(usage.growing()).as("seed %s", seed).isTrue();
            assertThat(usage.growingForNanos() / NANOS_PER_MINUTE / 60).isBetween(3.0, 13.0);
        }
    }

    /** A life without a leak: asked now and then, it is never suspected. */
    private interface Healthy {
        /** Does what is to be done at that moment. */
        void tick(SimulatedSite site, long now);
    }

    private static int suspicions(int seeds, long tick, long from, long until, LongFunction<Healthy> life) {
        int suspicions = 0;
        for (int seed = 0; seed < seeds; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            Healthy healthy = life.apply(seed);
            long asked = from;
            for (long now = 0; now < until; now += tick) {
                healthy.tick(site, now);
                if (now >= asked) {
                    SiteUsage usage = site.usage(now);
                    suspicions += usage != null && usage.growing() ? 1 : 0;
                    asked = now + Math.max(tick, (until - from) / 50);
                }
            }
        }
        return suspicions;
    }

    @Test
    void requestsAreNotSuspected() {
        assertThat(suspicions(50, SECOND / 5, 20 * SECOND, 10 * MINUTE, seed -> {
                    List<Block> before = new ArrayList<>();
                    return (site, now) -> {
                        before.forEach(block -> site.free(block, now));
                        before.clear();
                        int count = site.random.nextInt(20);
                        for (int i = 0; i < count; i++) {
                            before.add(site.allocate(1000 + site.random.nextInt(200_000), now));
                        }
                    };
                }))
                .isZero();
    }

    @Test
    void aFilledCacheIsNotSuspected() {
        assertThat(suspicions(100, SECOND, 15 * MINUTE, 2 * HOUR, seed -> {
                    long filled = (1 + seed % 10) * MINUTE;
                    return (site, now) -> site.allocate(now < filled ? 2 : 0, 64 * KIB, now);
                }))
                .isZero();
    }

    @Test
    void aReplacingCacheIsNotSuspected() {
        assertThat(suspicions(100, SECOND, 5 * MINUTE, 2 * HOUR, seed -> {
                    ArrayDeque<Block> sampled = new ArrayDeque<>();
                    ArrayDeque<Long> notSampled = new ArrayDeque<>();
                    int entries = 100 + (int) seed;
                    for (int i = 0; i < entries; i++) {
                        notSampled.add(0L);
                    }
                    return (site, now) -> {
                        for (int i = 0; i < 3; i++) {
                            replace(site, sampled, notSampled, entries, now);
                        }
                    };
                }))
                .isZero();
    }

    /**
     * Periods near that of each window and between them, from the second rise on: the first one could go on for ever.
     */
    @Test
    void aPeriodicBatchIsNotSuspected() {
        for (double minutes : new double[] {0.5, 1, 2, 3, 4, 4.5, 5, 6, 8, 12, 16, 18, 24, 40, 64, 80}) {
            long period = Math.round(minutes * MINUTE);
            long tick = Math.max(10, period / 200);
            assertThat(suspicions(20, tick, period + period / 20, 8 * period, seed -> (site, now) -> {
                        if (now % period < tick) {
                            site.freeAll(now);
                        }
                        site.allocate(5, 64 * KIB, now);
                    }))
                    .as("a period of %s minutes", minutes)
                    .isZero();
        }
    }
}
