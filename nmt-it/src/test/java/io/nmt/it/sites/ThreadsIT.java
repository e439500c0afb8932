package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.core.model.Scale;
import io.nmt.it.programs.HostileThreadsProgram;
import io.nmt.it.programs.StartedThreadsProgram;
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
import java.util.function.Predicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** Threads are told by the line of code that started them. */
@Order(1) // it waits for minutes, beside others
class ThreadsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REPAIR = StartedThreadsProgram.class.getName() + ".repair(StartedThreadsProgram.java:";
    private static final String NAME = "pool-N-thread-1";
    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    @TempDir
    private Path directory;

    /** Live, in a recording and after a kill it is the same line with the same words. */
    @OnEveryJdk
    void forgottenExecutorsAreALeak(Jdk jdk) throws IOException {
        Path recording = directory.resolve("now.jfr");
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("pressure-file=" + directory.resolve("left.txt"))
                .options("-XX:StartFlightRecording:filename=" + directory.resolve("end.jfr"));
        try (Child child = jvm.start(StartedThreadsProgram.class, "leak")) {
            child.awaitLine("ready");
            checkLive(jdk, child);
            child.say(recording.toString());
            child.awaitLine("dumped");
            child.say("fail");
            child.awaitLine("refused");
            Awaited.until(left -> left.has("residentMemory"), () -> json(directory.resolve("left.json")));
            child.say("stop");
            long forgotten = Long.parseLong(child.awaitLineWith("forgotten ").substring("forgotten ".length()));
            // The last one may not have begun to wait.
            checkCounts(
                    Awaited.untilAnswered(
                            pools -> pools.get("idle").asLong() == forgotten,
                            () -> group(threads(jdk, child), name -> name.equals(NAME))),
                    forgotten);
            checkStopped(jdk, child, forgotten);
            child.kill();
            child.await();
        }
        for (String command : new String[] {"report", "leaks", "rss", "threads"}) {
            assertTold(command, ChildJvm.runAgentJar(jdk, command, recording.toString(), "--wide"));
        }
        JsonSchemas.assertValid(
                "threads",
                ChildJvm.runAgentJar(jdk, "threads", recording.toString(), "--json")
                        .expectSuccess()
                        .out());
        Files.delete(recording);
        assertTold("postmortem", ChildJvm.runAgentJar(jdk, "postmortem", directory.toString(), "--wide"));
    }

    private static void checkLive(Jdk jdk, Child child) throws IOException {
        JsonNode told = awaitLeak(jdk, child);
        JsonSchemas.assertValid("threads", told.toString());
        assertThat(told.get("statements").get(0).get("text").asText())
                .matches("LEAK [0-9,]+ idle threads " + NAME
                        + ", \\+[0-9,]+/min(?: ± [0-9,]+)? since [0-9:T. Z-]+, [0-9.]+ MB of"
                        + " stacks \\(estimate\\), started at .*StartedThreadsProgram\\.repair"
                        + "\\(StartedThreadsProgram\\.java:[0-9]+\\)\\. [0-9,]+ executors not shut down\\."
                        + "(?: RSS grows by [0-9.,]+ [KMG]?B/min that nothing else explains\\.)?");
        for (String command : new String[] {"rss", "leaks", "explain"}) {
            assertThat(runCommand(jdk, command, child).expectExit(0).out())
                    .as(command)
                    .contains(
                            "LEAK ",
                            " idle threads " + NAME,
                            REPAIR,
                            "executors not shut down.",
                            ChildJvm.next("threads", child))
                    .doesNotContain("GROWING Threads");
        }
    }

    /** Without traffic it is a leak as before, until the threads end. */
    private void checkStopped(Jdk jdk, Child child, long forgotten) throws IOException {
        String stopped = "LEAK " + Scale.group(forgotten) + " idle threads " + NAME + ", .* started at "
                + REPAIR.replace("(", "\\(")
                + "[0-9]+\\)\\. .* executors not shut down\\. Grew from [0-9:T. Z-]+ to [0-9:T. Z-]+\\.";
        Awaited.until(text -> text.matches(stopped), () -> firstStatement(jdk, child), LONGEST, PAUSE);
        for (String command : new String[] {"rss", "leaks", "explain"}) {
            assertThat(runCommand(jdk, command, child).expectExit(0).out())
                    .as(command)
                    .containsPattern(stopped);
        }
        Path recording = directory.resolve("stopped.jfr");
        child.say(recording.toString());
        child.awaitLine("dumped");
        assertThat(ChildJvm.runAgentJar(jdk, "leaks", recording.toString(), "--wide")
                        .expectSuccess()
                        .out())
                .containsPattern(stopped);
        Files.delete(recording);
        child.say("end");
        child.awaitLine("ended");
        Awaited.until(text -> text.startsWith("NORMAL "), () -> firstStatement(jdk, child), LONGEST, PAUSE);
        assertThat(runCommand(jdk, "leaks", child).expectExit(0).out()).doesNotContain(NAME);
    }

    private static String firstStatement(Jdk jdk, Child child) throws IOException {
        return threads(jdk, child).get("statements").get(0).get("text").asText();
    }

    private static void checkCounts(JsonNode pools, long forgotten) {
        assertThat(pools.get("count").asLong()).isEqualTo(forgotten);
        assertThat(pools.get("idle").asLong()).isEqualTo(forgotten);
        assertThat(pools.get("openExecutors").asLong()).isEqualTo(forgotten);
        assertThat(pools.get("startedAt").asText()).startsWith(REPAIR);
    }

    /** A leak outlasts the minute for which executors keep idle threads. */
    private static JsonNode awaitLeak(Jdk jdk, Child child) {
        return Awaited.until(ThreadsIT::hasLeak, () -> threads(jdk, child), LONGEST, PAUSE);
    }

    private static JsonNode json(Path file) throws IOException {
        return Files.exists(file) ? JSON.readTree(Files.readString(file)) : JSON.createObjectNode();
    }

    private static void assertTold(String command, Outcome outcome) {
        assertThat(outcome.expectSuccess().out())
                .as(command)
                .containsPattern("LEAK [0-9,]+ idle threads " + NAME + ", \\+[0-9,]+/min(?: ± [0-9,]+)? since ")
                .contains(" MB of stacks (estimate), started at " + REPAIR, " executors not shut down.")
                .doesNotContain("GROWING Threads");
    }

    /** Starts near the end of the stack and in a full heap, names and methods of strangers, a million of no use. */
    @OnEveryJdk
    void hostileThreadsStartAsWithoutAnAgent(Jdk jdk) throws IOException {
        ChildJvm jvm = ChildJvm.withoutC2(jdk).allowAttach().agent().options("-Xmx128m");
        try (Child child = jvm.start(HostileThreadsProgram.class)) {
            CalmStart.begin(jdk, child);
            assertThat(child.awaitLineWith("ran ")).isEqualTo("ran 0");
            JsonNode told = threads(jdk, child);
            JsonSchemas.assertValid("threads", told.toString());
            assertThat(group(told, "own-N"::equals).get("count").asInt()).isEqualTo(HostileThreadsProgram.OWN);
            assertThat(group(told, "ending-0"::equals).get("executors").asInt()).isEqualTo(1);
            assertThat(group(told, "ending-0"::equals).get("openExecutors").asInt())
                    .isZero();
            assertThat(told.get("threads").findValuesAsText("name")).doesNotContain("never-N");
            assertThat(told.get("count").asInt())
                    .as("none has ended, none is virtual")
                    .isLessThan(100);
            assertThat(runCommand(jdk, "threads", child, "--top=0")
                            .expectExit(0)
                            .out())
                    .contains("a?LEAK 5 idle threads", "?[31mred", "?right")
                    .doesNotContain("\nLEAK ", "\u001b", "\u202e");
            child.say("finish");
            child.await().withoutLinesOfInstrument().expectSuccess();
        }
    }

    private static boolean hasLeak(JsonNode threads) {
        JsonNode statements = threads.get("statements");
        return !statements.isEmpty() && statements.get(0).get("kind").asText().equals("LEAK");
    }

    static JsonNode group(JsonNode threads, Predicate<String> isName) {
        for (JsonNode group : threads.get("threads")) {
            if (isName.test(group.get("name").asText())) {
                return group;
            }
        }
        throw new AssertionError(threads);
    }

    static JsonNode threads(Jdk jdk, Child child) throws IOException {
        return JSON.readTree(runCommand(jdk, "threads", child, "--json", "--top=0")
                .expectExit(0)
                .out());
    }
}
