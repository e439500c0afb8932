package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.micrometer.programs.Metered;
import io.nmt.testkit.FreePort;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prometheus' own Java agent beside ours, with our rules, scraped by Prometheus itself where that is installed. */
class JmxExporterIT {
    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void isWhatTheTrackerSays(Path jdk, @TempDir Path directory) throws Exception {
        int port = FreePort.find();
        try (Program program = Program.start(jdk, Metered.class, Program.agent(), exporter(port))) {
            program.awaitLine("ready");
            program.ask("hold");
            String url = "http://127.0.0.1:" + port + "/metrics";
            Http.await(url, text -> true); // classes are loaded now, which may take memory

            Map<String, Figures.Usage> before = program.figures();
            Exposition text = new Exposition(Http.get(url));
            text.assertEqual(before, program.figures(), "Mapped File", "Held", Metered.SPECIAL);
            text.assertProcess();
            assertThat(text.categories()).containsEntry("Held", new Figures.Usage(1_234_567, 11_234_567, 1));

            program.ask("late");
            text = new Exposition(Http.get(url));
            assertThat(text.categories()).containsEntry("Late", new Figures.Usage(77_777, 77_777, 1));

            if (PrometheusServer.isInstalled()) {
                try (PrometheusServer prometheus =
                        PrometheusServer.scraping("127.0.0.1:" + port, "/metrics", directory)) {
                    assertThat(prometheus.awaitUsed(Set.of("Held", "Late", Metered.SPECIAL)))
                            .containsEntry("Held", 1_234_567L)
                            .containsEntry("Late", 77_777L)
                            .containsEntry(Metered.SPECIAL, 4_321L);
                }
            }
        }
    }

    /** It makes the JVM's MBean server before our agent is there. */
    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void mayStandBeforeOurs(Path jdk) throws Exception {
        int port = FreePort.find();
        try (Program program = Program.start(jdk, Metered.class, exporter(port), Program.agent())) {
            program.awaitLine("ready");
            program.ask("hold");
            Exposition text = new Exposition(Http.get("http://127.0.0.1:" + port + "/metrics"));
            assertThat(text.categories()).containsEntry("Held", new Figures.Usage(1_234_567, 11_234_567, 1));
            text.assertProcess();
        }
    }

    private static String exporter(int port) {
        return "-javaagent:" + Path.of(System.getProperty("nmt.agents"), "jmx_prometheus_javaagent.jar") + "=" + port
                + ":" + Http.integration("prometheus/jmx_exporter.yml");
    }
}
