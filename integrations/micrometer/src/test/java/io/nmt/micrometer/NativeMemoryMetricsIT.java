package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.micrometer.programs.Metered;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Micrometer's registry for Prometheus in a JVM of its own, with the packaged agent and without. */
class NativeMemoryMetricsIT {
    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void metersAreWhatTheTrackerSays(Path jdk) throws Exception {
        try (Program program = Program.start(jdk, Metered.class, Program.agent())) {
            program.awaitLine("ready");
            program.ask("bind");
            program.ask("hold");
            awaitNewCategories(program);
            program.ask("age");
            Map<String, Figures.Usage> before = program.figures();
            Exposition text = new Exposition(String.join("\n", program.ask("scrape")));
            text.assertEqual(before, program.figures(), "Mapped File", "Held", Metered.SPECIAL);
            text.assertProcess();
            assertThat(text.categories().get("Held")).isEqualTo(new Figures.Usage(1_234_567, 11_234_567, 1));
            assertThat(text.categories()).doesNotContainKey("Late");

            program.ask("late");
            awaitNewCategories(program);
            text = new Exposition(String.join("\n", program.ask("scrape")));
            assertThat(text.categories()).containsEntry("Late", new Figures.Usage(77_777, 77_777, 1));
            program.expectSuccess();
        }
    }

    /** Nor is the core loaded, which would keep the agent from being attached later. */
    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void withoutTheAgentThereIsALineInTheLog(Path jdk) throws Exception {
        try (Program program = Program.start(jdk, Metered.class, "-Xlog:class+load:stderr")) {
            program.awaitLine("ready");
            program.ask("bind");
            assertThat(program.ask("scrape")).isEmpty();
            program.expectSuccess();
            assertThat(program.errors())
                    .containsOnlyOnce("No metrics of native memory: the JVM was started without -javaagent")
                    .contains("io.nmt.micrometer.NativeMemoryMetrics ")
                    .doesNotContain("io.nmt.core.");
        }
    }

    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void whatTheApplicationAllocatesThroughTheLibrary(Path jdk) throws Exception {
        try (Program program = Program.start(jdk, Metered.class)) {
            program.awaitLine("ready");
            program.ask("bind library");
            program.ask("hold");
            program.ask("late");
            awaitNewCategories(program);
            Map<String, Figures.Usage> figures = program.figures();
            Exposition text = new Exposition(String.join("\n", program.ask("scrape")));
            assertThat(text.categories())
                    .isEqualTo(figures)
                    .containsEntry("Held", new Figures.Usage(1_234_567, 11_234_567, 1))
                    .containsKeys("Late", Metered.SPECIAL);
            assertThat(text.value("nmt_total_peak_bytes")).isEqualTo(1_234_567 + 4_321 + 10_000_000);
            assertThat(text.has("nmt_process_rss_bytes")).isFalse();
            program.expectSuccess();
        }
    }

    /** Those that are found while one is scraped are in the next. It also loads classes, which may take memory. */
    private static void awaitNewCategories(Program program) throws Exception {
        program.figures();
        program.ask("age");
        program.ask("scrape");
    }
}
