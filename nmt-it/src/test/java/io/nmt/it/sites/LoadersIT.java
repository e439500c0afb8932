package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.ClassLoadersProgram;
import io.nmt.it.programs.HostileLoadersProgram;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** Class loaders are told by the line of code that made them. */
@Order(1) // it waits for minutes, beside others
class LoadersIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String LOADER = ClassLoadersProgram.class.getName() + "$PluginLoader";
    private static final String LOAD = ClassLoadersProgram.class.getName() + ".load(ClassLoadersProgram.java:";
    static final Duration LONGEST = Duration.ofMinutes(4);
    static final Duration PAUSE = Duration.ofSeconds(5);

    @TempDir
    private Path directory;

    /** Live, in a recording and after a kill it is the same line with the same words. */
    @OnEveryJdk
    void keptLoadersAreALeak(Jdk jdk) throws IOException {
        Path recording = directory.resolve("now.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("pressure-file=" + directory.resolve("left.txt"))
                .options("-XX:StartFlightRecording:filename=" + directory.resolve("end.jfr"));
        try (Child child = jvm.start(ClassLoadersProgram.class, "leak")) {
            child.awaitLine("ready");
            checkLive(jdk, child);
            child.say(recording.toString());
            child.awaitLine("dumped");
            child.say("fail");
            child.awaitLine("refused");
            Awaited.until(left -> left.has("residentMemory"), () -> json(directory.resolve("left.json")));
            child.say("stop");
            long kept = Long.parseLong(child.awaitLineWith("kept ").substring("kept ".length()));
            checkCounts(loaders(jdk, child), kept);
            child.kill();
            child.await();
        }
        for (String command : new String[] {"report", "leaks", "rss", "loaders"}) {
            assertTold(command, ChildJvm.runAgentJar(jdk, command, recording.toString(), "--wide"));
        }
        JsonSchemas.assertValid(
                "loaders",
                ChildJvm.runAgentJar(jdk, "loaders", recording.toString(), "--json")
                        .expectSuccess()
                        .out());
        Files.delete(recording);
        assertTold("postmortem", ChildJvm.runAgentJar(jdk, "postmortem", directory.toString(), "--wide"));
    }

    private static void checkLive(Jdk jdk, Child child) throws IOException {
        JsonNode told = Awaited.until(LoadersIT::hasLeak, () -> loaders(jdk, child), LONGEST, PAUSE);
        JsonSchemas.assertValid("loaders", told.toString());
        assertThat(told.get("statements").get(0).get("text").asText())
                .startsWith("LEAK ")
                .matches(".* class loaders \\S+PluginLoader, \\+[0-9,]+/min.* since [0-9:T. Z-]+,"
                        + " [0-9.]+ MB of metaspace.*, created at \\S+\\.load\\(ClassLoadersProgram\\.java:[0-9]+\\)\\."
                        + " Survived .* collections?\\. 5 are context class loaders of threads plugin-N\\."
                        + "(?: RSS grows by [0-9.,]+ [KMG]?B/min that nothing else explains\\.)?");
        for (String command : new String[] {"rss", "leaks", "explain"}) {
            assertThat(runCommand(jdk, command, child).expectExit(0).out())
                    .as(command)
                    .contains(
                            "LEAK ", " class loaders " + LOADER, "created at " + LOAD, ChildJvm.next("loaders", child))
                    .doesNotContain("GROWING Metaspace");
        }
    }

    private static void checkCounts(JsonNode told, long kept) {
        JsonNode plugins = row(told, LOADER);
        assertThat(plugins.get("loaders").asLong()).isEqualTo(kept);
        assertThat(plugins.get("classes").asLong()).isEqualTo(kept);
        assertThat(plugins.get("metaspaceBytes").asLong()).isGreaterThan(kept << 10);
        assertThat(plugins.get("usedBytes").asLong())
                .isLessThan(plugins.get("metaspaceBytes").asLong());
        assertThat(plugins.get("createdAt").asText()).startsWith(LOAD);
        assertThat(plugins.get("keptBy").asText()).isEqualTo("CONTEXT");
        assertThat(plugins.get("keptLoaders").asLong()).isEqualTo(5);
        assertThat(row(told, "<boot class loader>").get("classes").asLong()).isGreaterThan(100);
    }

    private static JsonNode json(Path file) throws IOException {
        return Files.exists(file) ? JSON.readTree(Files.readString(file)) : JSON.createObjectNode();
    }

    private static void assertTold(String command, Outcome outcome) {
        assertThat(outcome.expectSuccess().out())
                .as(command)
                .containsPattern("LEAK [0-9,]+ class loaders \\S+PluginLoader, \\+[0-9,]+/min.* since ")
                .contains(" MB of metaspace", ", created at " + LOAD, " Survived ")
                .doesNotContain("GROWING Metaspace");
    }

    /** Near the end of the stack and in a full heap, with methods of strangers, of more classes than have room. */
    @OnEveryJdk
    void hostileLoadersAreMadeAsWithoutAnAgent(Jdk jdk) throws IOException {
        ChildJvm jvm = ChildJvm.withoutC2(jdk).allowAttach().agent().options("-Xmx64m", "-XX:+UseSerialGC");
        try (Child child = jvm.start(HostileLoadersProgram.class)) {
            CalmStart.begin(jdk, child);
            assertThat(child.awaitLineWith("made ")).isEqualTo("made 0");
            JsonNode told = loaders(jdk, child);
            JsonSchemas.assertValid("loaders", told.toString());
            assertThat(row(told, HostileLoadersProgram.class.getName() + "$Own")
                            .get("loaders")
                            .asInt())
                    .isGreaterThanOrEqualTo(HostileLoadersProgram.OWN);
            assertThat(runCommand(jdk, "loaders", child, "--top=0")
                            .expectExit(0)
                            .out())
                    .contains("(other classes)");
            child.say("finish");
            child.await().withoutLinesOfInstrument().expectSuccess();
        }
    }

    static boolean hasLeak(JsonNode loaders) {
        JsonNode statements = loaders.get("statements");
        return !statements.isEmpty() && statements.get(0).get("kind").asText().equals("LEAK");
    }

    static JsonNode row(JsonNode loaders, String className) {
        for (JsonNode row : loaders.get("loaders")) {
            if (row.get("class").asText().equals(className)) {
                return row;
            }
        }
        throw new AssertionError(loaders);
    }

    static JsonNode loaders(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(runCommand(jdk, "loaders", child, "--json", "--top=0")
                .expectExit(0)
                .out());
    }
}
