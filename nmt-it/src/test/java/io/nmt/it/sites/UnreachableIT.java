package io.nmt.it.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nmt.core.model.CategoryUsage;
import io.nmt.it.programs.Garbage;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Figures;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.util.List;

/** Unreachable memory is found to the byte, while other threads allocate and free, and nothing else is. */
public class UnreachableIT {
    private static final String NOTHING = "in all 0 B 0, unknown 0, collected true, settled true";

    @OnOldestAndNewestJdk
    void directBuffersWithG1(Jdk jdk) {
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseG1GC"));
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseG1GC", "-XX:+ExplicitGCInvokesConcurrent"));
    }

    @OnOldestAndNewestJdk
    void directBuffersWithOtherCollectors(Jdk jdk) {
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseSerialGC"));
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseParallelGC"));
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseZGC"));
    }

    private static void assertBuffersFound(Outcome outcome) {
        assertThat(line("reachable", outcome)).endsWith(NOTHING);
        assertFound(outcome, "Direct Buffer", 500_500, 1000);
        assertThat(usage("planted", "Direct Buffer", outcome)).containsExactly(510_500L, 2000L);
        assertThat(usage("end", "Direct Buffer", outcome)).containsExactly(10_000L, 1000L);
        assertThat(usage("end", "Unsafe", outcome)).containsExactly(0L, 0L);
    }

    @OnEveryJdk
    void automaticArenas(Jdk jdk) {
        assumeTrue(jdk.feature() >= 21, "java.lang.foreign");
        String[] options = jdk.feature() == 21 ? new String[] {"--enable-preview"} : new String[0];

        Outcome outcome = run(jdk, "arenas", options);

        assertFound(outcome, "Foreign Memory", 200 * 1064, 400);
        assertThat(usage("end", "Foreign Memory", outcome)).containsExactly(200 * 8L, 200L);
    }

    @OnEveryJdk
    void implicitScopes(Jdk jdk) {
        assumeTrue(jdk.feature() == 17, "jdk.incubator.foreign");

        Outcome outcome = ChildJvm.withoutC2(jdk)
                .options("--add-modules=jdk.incubator.foreign")
                .agent()
                .run(Garbage.class, "incubator")
                .expectExit(0);

        assertFound(outcome, "Foreign Memory", 200_000, 200);
        assertThat(usage("end", "Foreign Memory", outcome)).containsExactly(200 * 8L, 200L);
    }

    @OnEveryJdk
    void mappedFiles(Jdk jdk) {
        Outcome outcome = run(jdk, "mappings");

        assertFound(outcome, "Mapped File", 10 * 5000, 10);
        assertThat(usage("end", "Mapped File", outcome)).containsExactly(10 * 100L, 10L);
    }

    @OnOldestAndNewestJdk
    void cleanersOfTheApplication(Jdk jdk) {
        Outcome outcome = run(jdk, "cleaners");

        assertFound(outcome, "Unsafe", 6100, 100);
        assertThat(usage("end", "Unsafe", outcome)).containsExactly(800L, 100L);
    }

    @OnOldestAndNewestJdk
    void withoutExplicitCollections(Jdk jdk) {
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseG1GC", "-XX:+DisableExplicitGC"));
        assertBuffersFound(run(jdk, "buffers", "-XX:+UseParallelGC", "-XX:+DisableExplicitGC"));
    }

    /** In JDK 17, ZGC does not collect to count objects. */
    @OnOldestAndNewestJdk
    void withoutAnyWayToCollect(Jdk jdk) {
        Outcome outcome = run(jdk, "buffers", "-XX:+UseZGC", "-XX:+DisableExplicitGC");

        if (jdk.feature() > 17) {
            assertBuffersFound(outcome);
        } else {
            assertThat(line("dropped", outcome))
                    .isEqualTo("unreachable dropped: in all 0 B 0, unknown 0, collected false, settled false");
            assertThat(usage("end", "Direct Buffer", outcome)).containsExactly(510_500L, 2000L);
        }
    }

    @OnOneJdk
    void aCleanerThatDoesNotEnd(Jdk jdk) {
        Outcome outcome = run(jdk, "blocked");

        assertThat(line("dropped", outcome)).endsWith("collected true, settled false");
        assertThat(line("released", outcome)).endsWith("collected true, settled true");
        assertThat(line("again", outcome)).endsWith(NOTHING);
        assertThat(usage("end", "Unsafe", outcome)).containsExactly(0L, 0L);
    }

    @OnOneJdk
    void anInterruptedThread(Jdk jdk) {
        Outcome outcome = run(jdk, "interrupted");

        assertThat(line("interrupted", outcome)).endsWith("collected true, settled false");
        assertThat(outcome.out()).contains("interrupted: true\n");
    }

    @OnOldestAndNewestJdk
    void whatIsOlderThanTheAgent(Jdk jdk) {
        try (Child child = ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().start(Garbage.class, "late")) {
            child.awaitLine("ready");
            ChildJvm.runAgentJar(jdk, "attach", Long.toString(child.pid())).expectSuccess();
            child.say("attached");
            Outcome outcome = child.await().expectSuccess();

            assertThat(line("dropped", outcome))
                    .isEqualTo("unreachable dropped: Direct Buffer 5000 B 5, in all 5000 B 5, unknown 10,"
                            + " collected true, settled true");
        }
    }

    private static Outcome run(Jdk jdk, String step, String... options) {
        return ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .options(options)
                .agent()
                .run(Garbage.class, step)
                .expectSuccess();
    }

    private static void assertFound(Outcome outcome, String category, long bytes, long blocks) {
        String figures = bytes + " B " + blocks;
        assertThat(line("dropped", outcome))
                .as(outcome::toString)
                .isEqualTo("unreachable dropped: " + category + " " + figures + ", in all " + figures
                        + ", unknown 0, collected true, settled true");
        assertThat(line("again", outcome)).isEqualTo("unreachable again: " + NOTHING);
    }

    private static String line(String label, Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("unreachable " + label + ": "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No '" + label + "' in: " + outcome));
    }

    private static List<Long> usage(String label, String category, Outcome outcome) {
        CategoryUsage usage = Figures.at(label, outcome).category(category);
        return List.of(usage.committed(), usage.count());
    }
}
