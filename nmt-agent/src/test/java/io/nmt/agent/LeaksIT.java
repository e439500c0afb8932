package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.agent.programs.SlowLeak;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.Jdks;
import io.nmt.agent.support.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A slow leak among much churn is the first suspect within a minute, and without one there is none. */
class LeaksIT {
    private static final String SECONDS = "55"; // the rest of the minute is the JVM's start

    @Test
    void blocksOf64KiBWithTheUsualSampling() {
        for (Outcome outcome : runEverywhere("sample=512KB", 64 << 10)) {
            assertSuspected(outcome, 640 << 10);
        }
    }

    @Test
    void blocksOf1KiBWithFinerSampling() {
        for (Outcome outcome : runEverywhere("sample=4KB", 1 << 10)) {
            assertSuspected(outcome, 10 << 10);
        }
    }

    @Test
    void noSuspectWhereNothingLeaks() {
        for (Outcome outcome : runEverywhere("sample=512KB", 0)) {
            assertThat(groups(outcome, "suspect")).as(outcome::toString).isEmpty();
        }
        for (Outcome outcome : runEverywhere("sample=4KB", 0)) {
            assertThat(groups(outcome, "suspect")).as(outcome::toString).isEmpty();
            assertThat(groups(outcome, "holder")).as(outcome::toString).anyMatch(line -> line.contains(" fill "));
        }
    }

    /** On all JDKs at the same time: it takes a minute. */
    private static List<Outcome> runEverywhere(String options, long leakBytes) {
        List<Child> children = new ArrayList<>();
        for (Jdk jdk : Jdks.all().toList()) {
            children.add(ChildJvm.on(jdk)
                    .agent(options)
                    .allowUnsafe()
                    .options("-Xmx256m")
                    .start(SlowLeak.class, SECONDS, Long.toString(leakBytes)));
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Child child : children) {
            try (child) {
                outcomes.add(child.await().expectSuccess());
            }
        }
        return outcomes;
    }

    private static void assertSuspected(Outcome outcome, long bytesPerSecond) {
        List<String> suspects = groups(outcome, "suspect");
        assertThat(suspects).as(outcome::toString).isNotEmpty();
        String[] first = suspects.get(0).split(" ");
        assertThat(first[3]).as(outcome::toString).isEqualTo("forget");
        assertThat(Long.parseLong(first[2]) / 60.0)
                .as(outcome::toString)
                .isBetween(bytesPerSecond * 0.5, bytesPerSecond * 1.5);
    }

    private static List<String> groups(Outcome outcome, String group) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith(group + " "))
                .toList();
    }
}
