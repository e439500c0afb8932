package io.nmt.core.internal.sites;

import static io.nmt.core.internal.sites.SimulatedSite.INTERVAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.nmt.core.model.SiteUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimates of a site, by simulation with fixed seeds: when the code is right, this never fails. */
class SampledEstimateTest {
    private static final int ROUNDS = 1000;

    /** Blocks between the two sizes, whose logarithms are evenly distributed. */
    @ParameterizedTest
    @CsvSource({"16, 8388608", "10000, 40000", "65536, 65537", "524288, 1048576"})
    void estimatesAreUnbiasedAndTellTheirError(double smallest, double largest) {
        double sum = 0;
        double truths = 0;
        double variance = 0;
        int within = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            SimulatedSite site = new SimulatedSite(seed);
            long truth = 0;
            while (truth < 64 << 20) {
                double logarithm = Math.log(smallest) + site.random.nextDouble() * Math.log(largest / smallest);
                long bytes = Math.round(Math.exp(logarithm));
                site.allocate(bytes, 0);
                truth += bytes;
                variance += (double) bytes * bytes / Math.expm1((double) bytes / INTERVAL);
            }
            SiteUsage usage = site.usage(1);
            assertThat((double) usage.liveBytes())
                    .isCloseTo((double) truth, within(5 * Math.sqrt((double) truth * INTERVAL)));
            sum += usage.liveBytes();
            truths += truth;
            within += Math.abs(usage.liveBytes() - truth) <= 2 * usage.standardErrorBytes() ? 1 : 0;
        }
        assertThat(sum).isCloseTo(truths, within(3 * Math.sqrt(variance)));
        assertThat((double) within / ROUNDS).isBetween(0.93, 0.99);
    }

    @Test
    void aPartIsNeverLargerThanItsWhole() {
        SimulatedSite site = new SimulatedSite(1);
        site.allocate(1000, 64 << 10, 0);
        SiteUsage freely = site.usage(1);
        SiteUsage bounded =
                site.usage(1, new Whole(freely.liveBytes() - 1, freely.peakBytes() - 1, freely.liveCount() - 1));

        assertThat(bounded.liveBytes()).isEqualTo(freely.liveBytes() - 1);
        assertThat(bounded.peakBytes()).isEqualTo(freely.peakBytes() - 1);
        assertThat(bounded.liveCount()).isEqualTo(freely.liveCount() - 1);
        assertThat(bounded.standardErrorBytes()).isEqualTo(freely.standardErrorBytes());
    }

    @Test
    void anErrorIsNoLargerThanWhatItsCategoryLeaves() {
        SimulatedSite site = new SimulatedSite(1);
        long bytes = 40 << 10;
        while (site.allocate(bytes, 0) == null) {
            assertThat(site.usage(1)).isNull();
        }
        assertThat(site.usage(1).standardErrorBytes()).isGreaterThan(400 << 10);
        assertThat(site.usage(1, new Whole(bytes, bytes, 1)).standardErrorBytes())
                .isZero();
        assertThat(site.usage(1, new Whole(3 * bytes, 3 * bytes, 3)).standardErrorBytes())
                .isEqualTo(2 * bytes);
    }
}
