package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Idle;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that is read with nothing loaded into it, because that is asked for or because nothing else is allowed. */
@EnabledOnOs(OS.LINUX)
class OutsideIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LITTLE_BYTES = 2 << 20;
    private static final String ONE_HEAP = "-XX:+UseG1GC"; // whose generations are no lines of their own

    @OnOldestAndNewestJdk
    void nothingIsLoaded(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk).options(ONE_HEAP).start(Idle.class)) {
            child.awaitLine("ready");

            Outcome rss = runCommand(jdk, "rss", child, "--outside", "--json").expectSuccess();
            Outcome explained =
                    runCommand(jdk, "explain", child, "--outside", "--json").expectSuccess();
            Outcome text = ChildJvm.runAgentJar(jdk, "--outside", pid(child)).expectSuccess();

            JsonSchemas.assertValid("rssOutside", rss.out());
            JsonSchemas.assertValid("explain", explained.out());
            assertSum(JSON.readTree(rss.out()));
            assertThat(lines(JSON.readTree(rss.out())))
                    .containsKeys("Java Heap", "Metaspace", "Code Cache", "Thread Stacks", "JVM malloc");
            assertThat(text.outLines().get(0)).startsWith(Idle.class.getName()).endsWith(", read from outside");
            assertThat(text.out()).contains("RSS is ", ChildJvm.next("rss --outside", child));
            assertThat(Files.readString(Path.of("/proc", pid(child), "maps"))).doesNotContain("nmt-agent");
            assertThat(ChildJvm.runTool(jdk, "jcmd", pid(child), "VM.class_hierarchy")
                            .expectExit(0)
                            .out())
                    .contains(Idle.class.getName())
                    .doesNotContain("io.nmt.agent", "io.nmt.core");
            child.terminate();
            assertThat(child.await().err()).isEmpty();
        }
    }

    /**
     * The lines that both readings have, of a process that the agent is in. That reading itself allocates in the heap,
     * so its figures lie between those of two readings from outside.
     */
    @OnOldestAndNewestJdk
    void linesAreThoseOfTheAgent(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk).agent().start(Idle.class)) {
            child.awaitLine("ready");
            runCommand(jdk, "rss", child).expectSuccess(); // the next ones find its classes loaded

            Map<String, Long> before = read(jdk, child, "--outside");
            Map<String, Long> inside = read(jdk, child);
            Map<String, Long> after = read(jdk, child, "--outside");

            before.keySet().retainAll(inside.keySet());
            assertThat(before).hasSizeGreaterThan(8);
            before.forEach((line, bytes) -> {
                long tolerance = Math.max(LITTLE_BYTES, bytes / 20);
                assertThat(inside.get(line))
                        .as(line)
                        .isBetween(
                                Math.min(bytes, after.get(line)) - tolerance,
                                Math.max(bytes, after.get(line)) + tolerance);
            });
        }
    }

    private static Map<String, Long> read(Jdk jdk, Child child, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        return lines(JSON.readTree(runCommand(jdk, "rss", child, all.toArray(String[]::new))
                .expectSuccess()
                .out()));
    }

    @OnOldestAndNewestJdk
    void whereAgentsAreRefused(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .options(ONE_HEAP, "-XX:-EnableDynamicAgentLoading")
                .start(Idle.class)) {
            child.awaitLine("ready");

            Outcome rss = runCommand(jdk, "rss", child, "--json").expectExit(0);

            assertThat(rss.err().lines())
                    .singleElement()
                    .asString()
                    .contains("agent loading")
                    .endsWith("; read from outside");
            assertSum(JSON.readTree(rss.out()));
            assertThat(lines(JSON.readTree(rss.out()))).containsKey("Java Heap");
            runCommand(jdk, "rss", child, "--trim").expectFailure("agent loading");
            ChildJvm.runAgentJar(jdk, "rss", pid(child), "--outside", "--trim").expectExit(2);
        }
    }

    @OnOneJdk
    void whereNothingIsAnswered(Jdk jdk) throws IOException {
        try (Child child =
                ChildJvm.withoutC2(jdk).options("-XX:+DisableAttachMechanism").start(Idle.class)) {
            child.awaitLine("ready");

            Outcome rss = runCommand(jdk, "rss", child, "--json").expectExit(0);
            Outcome text = ChildJvm.runAgentJar(jdk, pid(child)).expectExit(0);

            assertThat(rss.err().lines())
                    .singleElement()
                    .asString()
                    .contains("DisableAttachMechanism")
                    .endsWith("; read from outside");
            assertSum(JSON.readTree(rss.out()));
            assertThat(lines(JSON.readTree(rss.out())))
                    .containsKeys("Shared Libraries", "malloc and other anonymous memory")
                    .doesNotContainKey("Java Heap");
            assertThat(text.outLines().get(0)).startsWith(Idle.class.getName() + ", process " + pid(child));
            child.terminate();
            assertThat(child.await().out()).isEqualTo("ready\n");
        }
    }

    private static String pid(Child child) {
        return Long.toString(child.pid());
    }

    private static void assertSum(JsonNode rss) {
        assertThat(lines(rss).values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(rss.get("rssBytes").asLong());
    }

    private static Map<String, Long> lines(JsonNode rss) {
        Map<String, Long> bytes = new HashMap<>();
        for (JsonNode component : rss.get("components")) {
            bytes.put(
                    component.get("component").asText(),
                    component.get("resident").asLong());
        }
        return bytes;
    }
}
