package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.nmt.it.programs.KnownSites;
import io.nmt.it.programs.LoaderChurn;
import io.nmt.it.programs.ManyStacks;
import io.nmt.it.programs.PartsAndWholes;
import io.nmt.it.programs.StackTerritories;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Call sites: what they are estimated to hold against what they hold, and stacks from where they are hard to take. */
class SitesIT {
    private static final long INTERVAL = 512 << 10;
    private static final int SITES = 20;
    private static final int ROUNDS = 20;

    // Of a single comparison, when the code is right: with 3 JDKs, all of them together fail once in a million runs.
    private static final double FAILING = 1e-10;

    /*
     * Of 20 estimates, 19 are within two standard errors of their own on average; that less than 12 are has the
     * probability C(20, 9) 0.046^9 = 2e-7. How well calibrated the error is, TrendTest and SampledEstimateTest tell
     * with fixed seeds.
     */
    private static final int WITHIN_TWO_ERRORS = 12;

    private record Estimate(
            int site,
            long truth,
            long bytes,
            long standardError,
            long blocks,
            long estimatedBlocks,
            double variance,
            double largestBlock) {
        static Estimate parse(String line) {
            String[] words = line.split(" ");
            return new Estimate(
                    Integer.parseInt(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]),
                    Long.parseLong(words[6]),
                    Long.parseLong(words[7]),
                    Double.parseDouble(words[8]),
                    Double.parseDouble(words[9]));
        }
    }

    /** Small blocks at many lines, of which few are sampled: each sample speaks for more than the category may have. */
    @OnOldestAndNewestJdk
    void sitesAreTogetherNoMoreThanTheirCategory(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .allowUnsafe()
                .run(PartsAndWholes.class)
                .expectSuccess();
        List<String[]> rows = outcome.outLines().stream()
                .filter(line -> line.startsWith("parts "))
                .map(line -> line.split(" "))
                .toList();
        assertThat(rows).hasSizeGreaterThan(ROUNDS);
        for (String[] row : rows) {
            long whole = Long.parseLong(row[4]);
            assertThat(Long.parseLong(row[2])).as("sites of %s", row[1]).isLessThanOrEqualTo(whole);
            assertThat(Long.parseLong(row[3])).as("lines of %s", row[1]).isLessThanOrEqualTo(whole);
        }
        assertThat(rows).anyMatch(row -> row[1].equals("Direct_Buffer") && !row[2].equals("0"));
        assertThat(rows).anyMatch(row -> row[1].equals("NIO_Temporary_Buffer"));
    }

    @OnOldestAndNewestJdk
    void estimatesAreCloseToTheTruth(Jdk jdk) {
        Map<Integer, List<Estimate>> bySite = estimates(jdk, "sample=512KB", 16, 8 << 20);

        assertThat(bySite).hasSize(SITES);
        bySite.forEach((site, estimates) -> {
            assertThat(estimates).hasSize(ROUNDS);
            double truth = estimates.get(0).truth();
            assertThat(estimates)
                    .allSatisfy(estimate -> assertThat((double) estimate.bytes())
                            .isCloseTo(truth, within(farthest(List.of(estimate)))));
            assertThat(mean(estimates)).isCloseTo(truth, within(farthest(estimates) / ROUNDS));
        });
    }

    /**
     * The largest distance of the sum of estimates from the truth, but with the probability {@link #FAILING}. The
     * estimate of a block of x bytes is 0 or x + x / (exp(x / i) - 1), which is at most i above x: no term of the sum
     * is off by more than the larger of i and the largest block, and Bernstein's inequality holds. So it does for a
     * Poisson variable times i, and to cut blocks into smaller ones until they are that only makes the tails of the sum
     * heavier: the nearer bound counts.
     */
    private static double farthest(List<Estimate> estimates) {
        double truth = 0;
        double variance = 0;
        double most = INTERVAL;
        for (Estimate estimate : estimates) {
            truth += estimate.truth();
            variance += estimate.variance();
            most = Math.max(most, estimate.largestBlock());
        }
        return Math.min(bernstein(variance, most), bernstein(truth * INTERVAL, INTERVAL));
    }

    private static double bernstein(double variance, double most) {
        double third = most * Math.log(2 / FAILING) / 3;
        return third + Math.sqrt(third * third + 2 * variance * Math.log(2 / FAILING));
    }

    @OnOldestAndNewestJdk
    void estimatesOfSmallBlocksAreUnbiased(Jdk jdk) {
        long smallest = Boolean.getBoolean("nmt.thorough") ? 1000 : 4000; // a hundredth of the interval is small, too
        Map<Integer, List<Estimate>> bySite = estimates(jdk, "sample=512KB", smallest, 4 * smallest);

        double all = 0;
        double truths = 0;
        List<Estimate> everyOne = new ArrayList<>();
        for (List<Estimate> estimates : bySite.values()) {
            all += mean(estimates);
            truths += estimates.get(0).truth();
            everyOne.addAll(estimates);
        }
        // Of the sum over all sites and rounds the standard error is 0.7 %; this is 5 %.
        assertThat(all).isCloseTo(truths, within(farthest(everyOne) / ROUNDS));
        // The largest sites tell their own error: mostly that is more than the difference.
        List<Estimate> largest = bySite.get(SITES - 1);
        assertThat(largest.stream().filter(one -> Math.abs(one.bytes() - one.truth()) <= 2 * one.standardError()))
                .hasSizeGreaterThanOrEqualTo(WITHIN_TWO_ERRORS);
    }

    @OnOldestAndNewestJdk
    void everyBlockMakesThemExact(Jdk jdk) {
        estimates(jdk, "sample=1", 16, 8 << 20)
                .values()
                .forEach(estimates -> assertThat(estimates).allSatisfy(estimate -> {
                    assertThat(estimate.bytes()).isEqualTo(estimate.truth());
                    assertThat(estimate.estimatedBlocks()).isEqualTo(estimate.blocks());
                    assertThat(estimate.standardError()).isZero();
                }));
    }

    private static double mean(List<Estimate> estimates) {
        return estimates.stream().mapToLong(Estimate::bytes).average().orElseThrow();
    }

    private static Map<Integer, List<Estimate>> estimates(Jdk jdk, String options, long smallest, long largest) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent(options)
                .allowUnsafe()
                .options("-Xmx512m")
                .run(KnownSites.class, Integer.toString(ROUNDS), Long.toString(smallest), Long.toString(largest))
                .expectSuccess();
        Map<Integer, List<Estimate>> bySite = new TreeMap<>();
        for (String line : outcome.outLines()) {
            if (line.startsWith("site ")) {
                Estimate estimate = Estimate.parse(line);
                bySite.computeIfAbsent(estimate.site(), number -> new ArrayList<>())
                        .add(estimate);
            }
        }
        return bySite;
    }

    @OnEveryJdk
    void stacksAreTakenAnywhereAndChangeNothing(Jdk jdk) {
        Outcome without = territories(jdk).run(StackTerritories.class).expectSuccess();
        Outcome with = territories(jdk)
                .agent("sample=1")
                .run(StackTerritories.class)
                .withoutLinesOfInstrument()
                .expectSuccess();

        assertThat(with.out()).isEqualTo(without.out());
    }

    @OnEveryJdk
    void sitesAreWhereTheApplicationAllocates(Jdk jdk) {
        Outcome outcome = territories(jdk)
                .agent("sample=1,categories=unsafe")
                .run(StackTerritories.class, "sites")
                .withoutLinesOfInstrument()
                .expectSuccess();

        String program = StackTerritories.class.getName();
        assertThat(outcome.outLines().stream().filter(line -> line.startsWith("at ")))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".main("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + "$Initialised.<clinit>("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + "$Failing.fail("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".lambda$virtualThread$"))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".lambda$reflective$"));
    }

    /** Without the overhead limit: from some build of 25 on, G1 has one, and ends a program that fills its heap. */
    private static ChildJvm territories(Jdk jdk) {
        return ChildJvm.withC2InCi(jdk).allowUnsafe().options("-Xmx64m", "-Xss512k", "-XX:-UseGCOverheadLimit");
    }

    /** With default options: what is kept of stacks must leave an application the heap that it needs. */
    @OnOldestAndNewestJdk
    void aSmallHeapOutlivesManyStacks(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent()
                .allowUnsafe()
                .options("-Xmx32m")
                .run(ManyStacks.class)
                .expectSuccess();

        assertThat(outcome.outLines()).contains("freed " + 3 * ManyStacks.STACKS + ", held 4194304");
    }

    @OnOldestAndNewestJdk
    void classLoadersComeAndGo(Jdk jdk) {
        Outcome outcome = ChildJvm.withC2InCi(jdk)
                .agent("sample=1")
                .allowUnsafe()
                .options("-Xmx256m")
                .run(LoaderChurn.class, "10000")
                .expectSuccess();

        assertThat(outcome.outLines()).contains("loaders left 0", "blocks of the deployed 10000");
        long moreSites = Long.parseLong(outcome.outLines().stream()
                .filter(line -> line.startsWith("more sites "))
                .findFirst()
                .orElseThrow()
                .substring("more sites ".length()));
        assertThat(moreSites).isLessThan(100);
    }
}
