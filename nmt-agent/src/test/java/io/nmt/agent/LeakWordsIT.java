package io.nmt.agent;

import static io.nmt.agent.support.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.programs.Owned;
import io.nmt.agent.programs.WrappedLeak;
import io.nmt.agent.support.Child;
import io.nmt.agent.support.ChildJvm;
import io.nmt.agent.support.Jdk;
import io.nmt.agent.support.OnOldestAndNewestJdk;
import java.io.IOException;
import java.util.List;

/** What {@code leaks} says in the first seconds, and what it calls a site whose memory comes through a wrapper. */
class LeakWordsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORGET = WrappedLeak.class.getName() + ".forget(WrappedLeak.java:";
    private static final String WRAPPER = "io.nmt.agent.programs.offheap.OffHeap.zeroed(OffHeap.java:";
    private static final int MOST_TRIES = 100;
    private static final long TOO_EARLY_NANOS = 20_000_000_000L;
    private static final int G1_TELLS_OF_CONCURRENT_CYCLES = 20;

    @OnOldestAndNewestJdk
    void itIsTooEarlyToTellAndMayBeGarbage(Jdk jdk) throws IOException {
        long start = System.nanoTime();
        try (Child child = start(jdk, "sample=1,wrappers=io.nmt.agent.programs.offheap.*")) {
            String leaks = leaks(jdk, child);
            assumeEarly(start);
            assertThat(leaks)
                    .startsWith("No suspects yet: it is too early to tell, ask again in ")
                    .contains("Too early to tell whether these grow, ask again in ")
                    .contains("\n1. " + FORGET)
                    .contains("       at " + WRAPPER)
                    .doesNotContain("Not known to grow");
            // From the second second on, since growth is told from the floor of whole seconds.
            for (int i = 0; i < MOST_TRIES && !leaks.contains("may be garbage"); i++) {
                leaks = leaks(jdk, child);
            }
            assertThat(leaks)
                    .contains("Direct Buffer that grows may be garbage: ")
                    .contains(
                            jdk.feature() < G1_TELLS_OF_CONCURRENT_CYCLES
                                    ? ", and no full one has run for "
                                    : ", and none of the whole heap has run for ")
                    .contains(
                            "'unreachable " + child.pid() + "' runs a full collection, and tells how much goes back.");

            JsonNode json = JSON.readTree(
                    runCommand(jdk, "sites", child, "--json").expectSuccess().out());
            JsonNode site = json.get("sites").get(0);
            assertThat(site.get("site").asText()).startsWith(FORGET);
            assertThat(site.get("innermost").asText()).startsWith(WRAPPER);
            assertThat(site.get("growthErrorBytesPerMinute").asLong()).isZero();
            finish(child);
        }
    }

    @OnOldestAndNewestJdk
    void withoutTheOptionTheWrapperIsTheSite(Jdk jdk) throws IOException {
        long start = System.nanoTime();
        try (Child child = start(jdk, "sample=1")) {
            JsonNode json = JSON.readTree(runCommand(jdk, "leaks", child, "--age", "0", "--json")
                    .expectSuccess()
                    .out());
            assumeEarly(start);
            assertThat(json.get("suspects")).isEmpty();
            JsonNode site = json.get("holders").get(0);
            assertThat(site.get("site").asText()).startsWith(WRAPPER);
            assertThat(site.get("judgedInNanos").asLong()).isPositive();
            assertThat(json.get("notes").isArray()).isTrue();
            finish(child);
        }
    }

    @OnOldestAndNewestJdk
    void onlyWhatTheCollectorFreesIsTakenForPossibleGarbage(Jdk jdk) {
        List<String> owners = ChildJvm.on(jdk)
                .agent("sample=1")
                .allowUnsafe()
                .run(Owned.class)
                .expectSuccess()
                .outLines();

        assertThat(owners)
                .contains("owner unsafe PROGRAM", "owner buffer COLLECTOR", "owner deflater COLLECTOR")
                .contains(jdk.feature() < 21 ? "owner mapped COLLECTOR" : "owner mapped UNKNOWN");
        if (jdk.feature() >= 22) {
            assertThat(owners).contains("owner automatic COLLECTOR", "owner shared PROGRAM", "owner both UNKNOWN");
        }
    }

    private static void assumeEarly(long startNanos) {
        assumeTrue(System.nanoTime() - startNanos < TOO_EARLY_NANOS, "the machine was too slow to ask so early");
    }

    private static String leaks(Jdk jdk, Child child) {
        return runCommand(jdk, "leaks", child, "--age", "0", "--stacks")
                .expectSuccess()
                .out();
    }

    private static Child start(Jdk jdk, String options) {
        Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent(options)
                .options("-XX:+UseG1GC")
                .start(WrappedLeak.class);
        child.awaitLine("held");
        return child;
    }

    private static void finish(Child child) {
        child.say("finish");
        child.await().expectSuccess();
    }
}
