package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.SlowLeak;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A slow leak among much churn is the first suspect within a minute, and without one there is none. */
@Order(1) // it waits for minutes, beside others
class LeaksIT {
    /*
     * How likely it is that these tests fail though the code is right. Of eight blocks of 64 KiB every 100 ms, 9.4 a
     * second are sampled at 512 KB, and 17.7 of those of 1 KiB at 4 KB. Their number is a Poisson variable, whose tails
     * Chernoff bounds by exp(-m h(t / m)), h(u) = (1 + u) ln(1 + u) - u.
     *
     * - Growth is told from 27 s, that is 250 samples and more: 50 % off with 2 exp(-250 h(0.5)) = 4e-12.
     * - The floor goes on rising in the last part: at least 90 samples in 10 s, of which 25 must come: exp(-90
     * h(-0.72)) = 5e-15.
     * - A site that only comes and goes, or is replaced, is no suspect: TrendTest simulates these with fixed seeds.
     */
    private static final String SECONDS = "55"; // the rest of the minute is the JVM's start

    private final List<Child> children = new ArrayList<>();

    @AfterEach
    void endAll() {
        children.forEach(Child::close);
    }

    /** All at the same time, in one test: they take a minute, and little of the CPU. */
    @Test
    void aLeakIsTheFirstSuspectAndNothingElseIsOne() {
        List<Child> leaking64KiB = start("sample=512KB", 64 << 10);
        List<Child> leaking1KiB = start("sample=4KB", 1 << 10);
        List<Child> healthy = start("sample=512KB", 0);
        List<Child> healthyFine = start("sample=4KB", 0);

        assertThat(outcomes(leaking64KiB)).allSatisfy(outcome -> assertSuspected(outcome, 80 * (64 << 10)));
        assertThat(outcomes(leaking1KiB)).allSatisfy(outcome -> assertSuspected(outcome, 80 << 10));
        assertThat(outcomes(healthy))
                .allSatisfy(outcome -> assertThat(groups(outcome, "suspect")).isEmpty());
        assertThat(outcomes(healthyFine)).allSatisfy(outcome -> {
            assertThat(groups(outcome, "suspect")).isEmpty();
            assertThat(groups(outcome, "holder")).anyMatch(line -> line.contains(" fill "));
        });
    }

    private List<Child> start(String options, long leakBytes) {
        List<Child> started = new ArrayList<>();
        for (Jdk jdk : Jdks.ends().toList()) {
            started.add(ChildJvm.withC2InCi(jdk)
                    .agent(options)
                    .allowUnsafe()
                    .options("-Xmx128m")
                    .start(SlowLeak.class, SECONDS, Long.toString(leakBytes)));
        }
        children.addAll(started);
        return started;
    }

    private static List<Outcome> outcomes(List<Child> children) {
        return children.stream().map(child -> child.await().expectSuccess()).toList();
    }

    private static void assertSuspected(Outcome outcome, long bytesPerSecond) {
        List<String> suspects = groups(outcome, "suspect");
        assertThat(suspects).as(outcome::toString).isNotEmpty();
        String[] first = suspects.get(0).split(" ");
        assertThat(first[3]).as(outcome::toString).isEqualTo("forget");
        assertThat(Long.parseLong(first[2]) / 60.0)
                .as(outcome::toString)
                .isBetween(bytesPerSecond * 0.5, bytesPerSecond * 1.5);
        // One standard error, of 250 samples and more: 6 %, and never half or twice that.
        assertThat(Long.parseLong(first[4]) / 60.0)
                .as(outcome::toString)
                .isBetween(bytesPerSecond * 0.02, bytesPerSecond * 0.12);
    }

    private static List<String> groups(Outcome outcome, String group) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(group + " "))
                .toList();
    }
}
