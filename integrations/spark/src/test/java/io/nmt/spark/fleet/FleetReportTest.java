package io.nmt.spark.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.stat.inference.TTest;
import org.junit.jupiter.api.Test;

class FleetReportTest {
    private static final double MEGABYTE = 1 << 20;

    private final Random random = new Random(42);

    /** Another implementation says the same, where the sampling has no variance. */
    @Test
    void welchsTest() {
        double[] from = {1, 2, 3, 4, 5};
        double[] to = {3, 5, 7, 9, 11};
        SiteComparison site = SiteComparison.of("Direct Buffer", "a.B.c", values("1", from), values("2", to));
        assertThat(site.probability()).isCloseTo(new TTest().tTest(from, to), within(1e-9));
        assertThat(site.changeBytes()).isEqualTo(4);
    }

    private static List<HostValue> values(String version, double... bytes) {
        List<HostValue> values = new ArrayList<>();
        for (double each : bytes) {
            values.add(new HostValue("host-" + values.size(), version, each, 0));
        }
        return values;
    }

    private List<HostValue> drawn(String version, double meanBytes) {
        return values(
                version,
                random.doubles(10)
                        .map(any -> meanBytes + MEGABYTE * random.nextGaussian())
                        .toArray());
    }

    /** 1,000 comparisons of nothing with nothing, of 50 sites each, at 10 %: binomial, 1e-6 of which is beyond 150. */
    @Test
    void chanceIsKeptWithinTheErrorProbability() {
        int wrong = 0;
        for (int run = 0; run < 1000; run++) {
            List<SiteComparison> sites = new ArrayList<>();
            for (int site = 0; site < 50; site++) {
                sites.add(SiteComparison.of("Unsafe", "a.B.m" + site, drawn("1", 0), drawn("2", 0)));
            }
            FleetReport report = new FleetReport("1", "2", 0.1, sites);
            wrong += report.grown().isEmpty() && report.shrunk().isEmpty() ? 0 : 1;
        }
        assertThat(wrong).isBetween(40, 150);
    }

    @Test
    void whatGrewMostIsFirst() {
        List<SiteComparison> sites = new ArrayList<>();
        for (int site = 0; site < 50; site++) {
            double growth = site == 7 ? 10 * MEGABYTE : site == 8 ? 20 * MEGABYTE : 0;
            sites.add(SiteComparison.of(
                    "Unsafe", "a.B.m" + site, drawn("1", 5 * MEGABYTE), drawn("2", 5 * MEGABYTE + growth)));
        }
        assertThat(new FleetReport("1", "2", 1e-6, sites).grown())
                .extracting(SiteComparison::method)
                .containsExactly("a.B.m8", "a.B.m7");
    }

    /** Exact values that are the same on all hosts: a change is no chance, and no change is none. */
    @Test
    void figuresWithoutVariance() {
        assertThat(SiteComparison.of("Zip", "a.B.c", values("1", 5, 5), values("2", 6, 6))
                        .probability())
                .isZero();
        assertThat(SiteComparison.of("Zip", "a.B.c", values("1", 5, 5), values("2", 5, 5))
                        .probability())
                .isEqualTo(1);
    }

    @Test
    void aHostThatStandsOut() {
        List<HostValue> hosts = drawn("2", 5 * MEGABYTE);
        hosts.set(3, new HostValue("host-3", "2", 50 * MEGABYTE, 0));
        SiteComparison site = SiteComparison.of("Unsafe", "a.B.c", drawn("1", 5 * MEGABYTE), hosts);
        assertThat(site.outliers())
                .extracting(outlier -> outlier.value().host())
                .containsExactly("host-3");
    }
}
