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

/** OpenTelemetry's Java agent beside ours, with our rules: OTLP, and its own exporter for Prometheus. */
class OpenTelemetryIT {
    @ParameterizedTest
    @MethodSource("io.nmt.micrometer.Jdks#all")
    void isWhatTheTrackerSays(Path jdk, @TempDir Path directory) throws Exception {
        int port = FreePort.find();
        try (OtlpReceiver receiver = new OtlpReceiver();
                Program program = Program.start(jdk, Metered.class, options(receiver, port))) {
            program.awaitLine("ready");
            program.ask("hold");
            receiver.await(values -> used(values).containsKey(Metered.SPECIAL)
                    && used(values).getOrDefault("Mapped File", 0L) > 0
                    && values.containsKey("nmt.leak.suspects {site}")
                    && values.containsKey("nmt.total.peak By"));

            Map<String, Figures.Usage> before = program.figures();
            Map<String, Map<String, Long>> received =
                    receiver.await(values -> !used(values).isEmpty());
            Map<String, Figures.Usage> after = program.figures();
            assertThat(used(received)).containsEntry("Held", 1_234_567L).containsEntry(Metered.SPECIAL, 4_321L);
            assertThat(received.get("nmt.memory.peak By")).containsEntry("Held", 11_234_567L);
            assertThat(received.get("nmt.memory.blocks {block}")).containsEntry("Held", 1L);
            for (String category : Set.of("Mapped File", "Held", Metered.SPECIAL)) {
                assertThat(before.get(category)).isEqualTo(after.get(category));
                assertThat(used(received))
                        .containsEntry(category, before.get(category).bytes());
            }
            assertThat(received.get("nmt.process.rss By").get("")).isGreaterThan(10 << 20);
            assertThat(received.get("nmt.direct.limit By").get("")).isEqualTo(256 << 20);
            assertThat(received.get("nmt.leak.suspects {site}")).containsKey("");

            program.ask("late");
            received = receiver.await(values -> used(values).containsKey("Late"));
            assertThat(used(received)).containsEntry("Late", 77_777L);

            String url = "http://127.0.0.1:" + port + "/metrics";
            Http.await(url, body -> body.contains("Late"));
            before = program.figures();
            Exposition text = new Exposition(Http.get(url));
            text.assertEqual(before, program.figures(), "Mapped File", "Held", "Late", Metered.SPECIAL);
            text.assertProcess();
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

    private static String[] options(OtlpReceiver receiver, int port) {
        return new String[] {
            "-XX:MaxDirectMemorySize=256m",
            Program.agent(),
            "-javaagent:" + Path.of(System.getProperty("nmt.agents"), "opentelemetry-javaagent.jar"),
            "-Dotel.jmx.config=" + Http.integration("opentelemetry/jmx-rules.yml"),
            "-Dotel.jmx.enabled=true",
            // The least that it takes: it looks for MBeans after 1 s, and then each time 1 s later than the last time.
            "-Dotel.jmx.discovery.delay=1000",
            "-Dotel.instrumentation.common.default-enabled=false",
            "-Dotel.traces.exporter=none",
            "-Dotel.logs.exporter=none",
            "-Dotel.metrics.exporter=otlp,prometheus",
            "-Dotel.exporter.prometheus.host=127.0.0.1",
            "-Dotel.exporter.prometheus.port=" + port,
            "-Dotel.exporter.otlp.protocol=http/protobuf",
            "-Dotel.exporter.otlp.endpoint=" + receiver.url(),
            "-Dotel.metric.export.interval=200",
        };
    }

    private static Map<String, Long> used(Map<String, Map<String, Long>> values) {
        return values.getOrDefault("nmt.memory.used By", Map.of());
    }
}
