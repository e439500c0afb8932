package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Owned;
import io.nmt.it.programs.WrappedLeak;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.util.List;

/** The words of {@code leaks} in the first seconds, and for a site whose memory comes through a wrapper. */
class LeakWordsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORGET = WrappedLeak.class.getName() + ".forget(WrappedLeak.java:";
    private static final String WRAPPER = "io.nmt.it.programs.offheap.OffHeap.zeroed(OffHeap.java:";
    private static final int MOST_TRIES = 30;
    private static final long TOO_EARLY_NANOS = 20_000_000_000L;

    @OnOldestAndNewestJdk
    void itIsTooEarlyToTell(Jdk jdk) throws IOException {
        try (Early early = early(jdk, "sample=1,wrappers=io.nmt.it.programs.offheap.*", "--stacks")) {
            Child child = early.child;
            assertThat(early.leaks)
                    .startsWith("UNKNOWN growth")
                    .contains("\nUNKNOWN: too early to tell, ask again in ")
                    .contains("\n1. " + FORGET)
                    .contains("       at " + WRAPPER)
                    .doesNotContain("HELD");

            JsonNode json = JSON.readTree(
                    runCommand(jdk, "sites", child, "--json").expectSuccess().out());
            JsonNode site = json.get("sites").get(0);
            assertThat(site.get("site").asText()).startsWith(FORGET);
            assertThat(site.get("innermost").asText()).startsWith(WRAPPER);
            assertThat(site.get("growthErrorBytesPerMinute").asLong()).isZero();
            finish(child);
        }
    }

    @OnOneJdk
    void withoutTheOptionTheWrapperIsTheSite(Jdk jdk) throws IOException {
        try (Early early = early(jdk, "sample=1", "--json")) {
            JsonNode json = JSON.readTree(early.leaks);
            assertThat(json.get("suspects")).isEmpty();
            JsonNode site = json.get("holders").get(0);
            assertThat(site.get("site").asText()).startsWith(WRAPPER);
            assertThat(site.get("judgedInNanos").asLong()).isPositive();
            assertThat(json.get("notes").isArray()).isTrue();
            finish(early.child);
        }
    }

    @OnOldestAndNewestJdk
    void onlyWhatTheCollectorFreesIsTakenForPossibleGarbage(Jdk jdk) {
        List<String> owners = ChildJvm.withC2InCi(jdk)
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

    /** A process, and the answer it gave when it was too young for another one. */
    private record Early(Child child, String leaks) implements AutoCloseable {
        @Override
        public void close() {
            child.close();
        }
    }

    /** On a busy machine the answer of one process may come too late, and another one is asked. */
    private static Early early(Jdk jdk, String options, String format) {
        for (int i = 0; i < MOST_TRIES; i++) {
            long start = System.nanoTime();
            Child child = start(jdk, options);
            String leaks = leaks(jdk, child, format);
            if (System.nanoTime() - start < TOO_EARLY_NANOS) {
                return new Early(child, leaks);
            }
            child.close();
        }
        throw new AssertionError("The machine is too slow: no process answered in " + TOO_EARLY_NANOS + " ns");
    }

    private static String leaks(Jdk jdk, Child child, String format) {
        return runCommand(jdk, "leaks", child, "--age", "0", format)
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
