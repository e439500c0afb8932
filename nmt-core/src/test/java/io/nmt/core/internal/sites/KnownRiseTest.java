package io.nmt.core.internal.sites;

import static io.nmt.core.internal.sites.SimulatedSite.MINUTE;
import static io.nmt.core.internal.sites.SimulatedSite.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.SiteUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slow leak of few samples stays one from look to look, by simulation with fixed seeds. */
class KnownRiseTest {
    private static final long PER_MINUTE = 6 << 20;
    private static final long LOOK = 10 * SECOND;
    private static final int SEEDS = 200;

    /** Twelve samples a minute: without a memory of it, half of these leaks came and went. */
    @ParameterizedTest
    @CsvSource({"100000", "8192", "700000"})
    void aLeakThatIsKnownStaysKnown(long blockBytes) {
        int found = 0;
        int looks = 0;
        int gone = 0;
        int right = 0;
        int soon = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            boolean known = false;
            for (long now = LOOK; now <= 10 * MINUTE; now += LOOK) {
                leak(site, blockBytes, now - LOOK, now);
                SiteUsage usage = site.usage(now);
                boolean growing = usage != null && usage.growing();
                gone += known && !growing ? 1 : 0;
                looks += known ? 1 : 0;
                right += known && isRight(usage) ? 1 : 0;
                soon += growing && !known && now <= 2 * MINUTE ? 1 : 0;
                known |= growing;
            }
            found += known ? 1 : 0;
        }
        System.out.println("blocks of " + blockBytes + ": " + found + " of " + SEEDS + " found, " + soon
                + " in 2 min; of " + looks + " looks, the leak was gone in " + gone + ", its rate right in " + right);
        assertThat(found).isEqualTo(SEEDS);
        assertThat(gone).isLessThanOrEqualTo(looks / 1000);
        assertThat(right).isGreaterThanOrEqualTo(looks * 95 / 100);
    }

    private static boolean isRight(SiteUsage usage) {
        return Math.abs(usage.growthBytesPerMinute() - PER_MINUTE) <= 3 * usage.growthErrorBytesPerMinute();
    }

    private static void leak(SimulatedSite site, long bytes, long from, long to) {
        for (long n = from * PER_MINUTE / MINUTE / bytes; n < to * PER_MINUTE / MINUTE / bytes; n++) {
            site.allocate(bytes, n * bytes * MINUTE / PER_MINUTE);
        }
    }

    /** A cache that has become full grows no more. */
    @Test
    void whatStopsIsNotKnownForLong() {
        int after3Minutes = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            for (long now = LOOK; now <= 12 * MINUTE; now += LOOK) {
                if (now <= 5 * MINUTE) {
                    leak(site, 100_000, now - LOOK, now);
                }
                SiteUsage usage = site.usage(now);
                boolean growing = usage != null && usage.growing();
                after3Minutes += growing && now == 8 * MINUTE ? 1 : 0;
                assertThat(growing && now > 10 * MINUTE)
                        .as("seed %s at %s s", seed, now / SECOND)
                        .isFalse();
            }
        }
        System.out.println("stopped: after 3 min, " + after3Minutes + " of " + SEEDS + " are still told to grow");
        assertThat(after3Minutes).isLessThanOrEqualTo(SEEDS * 15 / 100);
    }

    /** Nor does what falls. */
    @Test
    void whatFallsIsNotKnownAnyMore() {
        KnownRise rise = new KnownRise(MINUTE, 0, 10 << 20, 1000, 100);
        assertThat(rise.goesOn(MINUTE + SECOND, 10 << 20, SimulatedSite.INTERVAL))
                .isTrue();
        assertThat(rise.goesOn(MINUTE + SECOND, 9 << 20, SimulatedSite.INTERVAL))
                .isFalse();
        assertThat(rise.goesOn(3 * MINUTE, 10 << 20, SimulatedSite.INTERVAL)).isFalse();
        assertThat(rise.goesOn(3 * MINUTE, (10 << 20) + 12_000_000, 0)).isTrue();
        assertThat(rise.goesOn(3 * MINUTE, (10 << 20) + 5_000_000, 0)).isFalse();
    }
}
