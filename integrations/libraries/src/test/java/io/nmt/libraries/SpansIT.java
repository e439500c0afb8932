package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.Spans;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.nio.file.Path;

/** OpenTelemetry's current span as the name of a scope, by the option {@code otel}: in KB, each allocation a bit. */
class SpansIT {
    private static final String OPTIONS = "sample=1,otel=span";
    private static final String[] SCOPES = {
        "span=GET /orders " + (2 | 16 | 64), "tenant=acme, span=SELECT 4", "tenant=acme, span=UPDATE 8", "(no scope) "
    };

    @OnEveryJdk
    void theSpanOfTheLibraryIsAName(Jdk jdk) {
        assertThat(scopes(jvm(jdk).agent(OPTIONS).run(Spans.class).expectSuccess()))
                .containsExactlyInAnyOrder(SCOPES);
    }

    @OnOneJdk
    void alsoWhereTheLibraryWasThereBefore(Jdk jdk) {
        try (Child child = jvm(jdk).allowAttach().start(Spans.class, "late")) {
            child.awaitLine("ready");
            ChildJvm.runCommand(jdk, "attach", child, OPTIONS).expectSuccess();
            child.say("attached");

            assertThat(scopes(child.await())).containsExactlyInAnyOrder(SCOPES);
        }
    }

    @OnOneJdk
    void theSpanOfAnAgentBeforeIsAName(Jdk jdk) {
        Outcome outcome = jvm(jdk).options(otherAgent())
                .agent(OPTIONS)
                .run(Spans.class, "agent")
                .expectExit(0);

        assertThat(scopes(outcome)).containsExactlyInAnyOrder(SCOPES);
    }

    @OnOneJdk
    void theSpanOfAnAgentBehindIsAName(Jdk jdk) {
        Outcome outcome = jvm(jdk).agent(OPTIONS)
                .options(otherAgent())
                .run(Spans.class, "agent")
                .expectExit(0);

        assertThat(scopes(outcome)).containsExactlyInAnyOrder(SCOPES);
    }

    @OnOneJdk
    void withoutTheOptionItIsNot(Jdk jdk) {
        assertThat(scopes(jvm(jdk).agent("sample=1").run(Spans.class).expectSuccess()))
                .containsExactlyInAnyOrder("tenant=acme " + (4 | 8), "(no scope) ");
    }

    private static String[] otherAgent() {
        Path jar = Path.of(System.getProperty("nmt.libraries"), "opentelemetry", "opentelemetry-javaagent.jar");
        return new String[] {
            "-javaagent:" + jar,
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none"
        };
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk)
                .classPath(ClassPath.jars(
                                "opentelemetry-sdk",
                                "opentelemetry-api",
                                "opentelemetry-context",
                                "opentelemetry-common",
                                "opentelemetry-sdk-common",
                                "opentelemetry-sdk-trace",
                                "opentelemetry-sdk-metrics",
                                "opentelemetry-sdk-logs",
                                "nmt-core")
                        .toArray(Path[]::new));
    }

    private static String[] scopes(Outcome outcome) {
        return outcome.outLines().stream()
                .filter(line -> line.contains("=") || line.startsWith("(no scope)"))
                .toArray(String[]::new);
    }
}
