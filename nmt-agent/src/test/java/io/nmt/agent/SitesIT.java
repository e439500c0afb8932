package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.nmt.agent.programs.KnownSites;
import io.nmt.agent.programs.LoaderChurn;
import io.nmt.agent.programs.StackTerritories;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnEveryJdk;
import io.nmt.agent.support.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Call sites: what they are estimated to hold against what they hold, and stacks from where they are hard to take. */
class SitesIT {
    private static final long INTERVAL = 512 << 10;
    private static final int SITES = 20;
    private static final int ROUNDS = 20;

    private record Estimate(int site, long truth, long bytes, long standardError, long blocks, long estimatedBlocks) {
        static Estimate parse(String line) {
            String[] words = line.split(" ");
            return new Estimate(
                    Integer.parseInt(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]),
                    Long.parseLong(words[6]),
                    Long.parseLong(words[7]));
        }

        /** What samples of such blocks differ by at the most, in 19,999 of 20,000 cases. */
        double fourErrors() {
            return 4 * Math.sqrt((double) truth * INTERVAL);
        }
    }

    @OnEveryJdk
    void estimatesAreCloseToTheTruth(Jdk jdk) {
        Map<Integer, List<Estimate>> bySite = estimates(jdk, "sample=512KB", 16, 8 << 20);

        assertThat(bySite).hasSize(SITES);
        bySite.forEach((site, estimates) -> {
            assertThat(estimates).hasSize(ROUNDS);
            double truth = estimates.get(0).truth();
            // Of a site that holds less than a sample stands for, the error has another distribution than the normal
            // one.
            if (truth >= INTERVAL) {
                assertThat(estimates)
                        .allSatisfy(estimate ->
                                assertThat((double) estimate.bytes()).isCloseTo(truth, within(estimate.fourErrors())));
            }
            if (truth > 16 << 20) {
                assertThat(mean(estimates)).isCloseTo(truth, within(0.05 * truth));
            }
        });
    }

    @OnEveryJdk
    void estimatesOfSmallBlocksAreUnbiased(Jdk jdk) {
        Map<Integer, List<Estimate>> bySite = estimates(jdk, "sample=512KB", 1000, 4000);

        double all = 0;
        double truths = 0;
        for (List<Estimate> estimates : bySite.values()) {
            all += mean(estimates);
            truths += estimates.get(0).truth();
        }
        // Of the sum over all sites and rounds the standard error is 0.7 %.
        assertThat(all).isCloseTo(truths, within(0.03 * truths));
        // The largest sites tell their own error: mostly that is more than the difference.
        List<Estimate> largest = bySite.get(SITES - 1);
        assertThat(largest.stream().filter(one -> Math.abs(one.bytes() - one.truth()) <= 2 * one.standardError()))
                .hasSizeGreaterThanOrEqualTo(ROUNDS * 3 / 4);
    }

    @OnEveryJdk
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
        Outcome outcome = ChildJvm.on(jdk)
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
        Outcome with =
                territories(jdk).agent("sample=1").run(StackTerritories.class).expectSuccess();

        assertThat(with.out()).isEqualTo(without.out());
    }

    @OnEveryJdk
    void sitesAreWhereTheApplicationAllocates(Jdk jdk) {
        Outcome outcome = territories(jdk)
                .agent("sample=1,categories=unsafe")
                .run(StackTerritories.class, "sites")
                .expectSuccess();

        String program = StackTerritories.class.getName();
        assertThat(outcome.outLines().stream().filter(line -> line.startsWith("at ")))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".main("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + "$Initialised.<clinit>("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + "$Failing.fail("))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".lambda$virtualThread$"))
                .anyMatch(line -> line.startsWith("at 1 61 " + program + ".lambda$reflective$"));
    }

    private static ChildJvm territories(Jdk jdk) {
        return ChildJvm.on(jdk).allowUnsafe().options("-Xmx64m", "-Xss512k");
    }

    @OnEveryJdk
    void classLoadersComeAndGo(Jdk jdk) {
        Outcome outcome = ChildJvm.on(jdk)
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
