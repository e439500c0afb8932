package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.channel.Request;
import io.nmt.it.programs.FullAtFirst;
import io.nmt.it.programs.LittleHeap;
import io.nmt.it.programs.Steady;
import io.nmt.testkit.Asked;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.Jdks;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The history of real processes, as far as half a minute tells: since when what rises is in RiseFinderTest. */
class HistoryIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long HELD_BYTES = 3 << 20;
    private static final Duration FIRST_POINT = Duration.ofSeconds(10);
    private static final Duration SHORTEST_RISE = Duration.ofSeconds(60);

    private static String ask(Jdk jdk, Child child, String... options) throws Exception {
        String[] command = new String[options.length + 2];
        command[0] = "history";
        command[1] = Long.toString(child.pid());
        System.arraycopy(options, 0, command, 2, options.length);
        return ChildJvm.runAgentJar(jdk, command).expectExit(0).out();
    }

    private static JsonNode untilPoints(Child child, int atLeast) throws Exception {
        return Awaited.untilAnswered(
                history -> history.get("points").size() >= atLeast,
                () -> JSON.readTree(Asked.of(child, new Request("history", Map.of("json", "true")))));
    }

    /** Its first point comes after ten seconds; of thousands of call sites that would take all that is left. */
    @OnOneJdk
    void anApplicationKeepsTheLastOfItsHeap(Jdk jdk) {
        assertThat(ChildJvm.withoutC2(jdk)
                        .options("-Xmx64m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
                        .agent("sample=1,pressure=8GB")
                        .run(LittleHeap.class, "13")
                        .expectExit(0)
                        .outLines())
                .contains("alive true");
    }

    /** A class that the agent first needs while the heap is full must not be lost for that. */
    @OnOneJdk
    void beginsLaterWhereTheHeapIsFullAtFirst(Jdk jdk) throws Exception {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .options("-Xmx64m", "-XX:+UseSerialGC", "-XX:-UseGCOverheadLimit")
                .agent()
                .start(FullAtFirst.class)) {
            child.awaitLine("free");
            JsonNode history = Awaited.untilAnswered(
                    answer -> !answer.get("points").isEmpty(), () -> JSON.readTree(ask(jdk, child, "--json")));
            assertThat(history.get("points")).isNotEmpty();
            child.say("finish");
            child.await().withoutLinesOfInstrument().expectSuccess();
        }
    }

    /** The system tells it of each collector's heap that the test runs with: else a quiet program is told to grow. */
    @OnEveryJdk
    void tellsHowMuchOfTheHeapIsInMemory(Jdk jdk) throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/pagemap")));
        for (String collector : List.of("-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseZGC")) {
            try (Child child = ChildJvm.withoutC2(jdk)
                    .allowUnsafe()
                    .allowAttach()
                    .options("-Xmx64m", collector)
                    .agent()
                    .start(Steady.class)) {
                child.awaitLine("ready");
                ask(jdk, child);
                JsonNode first = untilPoints(child, 1).get("points").get(0);
                long heap = first.get("heapBytes").asLong();
                assertThat(first.get("heapResidentBytes").asLong())
                        .as(collector)
                        .isBetween(1L << 20, collector.contains("ZGC") ? 3 * heap : heap + (32 << 20));
                assertThat(first.get("filesBytes").asLong())
                        .isLessThan(first.get("rssBytes").asLong());
                child.say("hold");
                child.awaitLineWith("figures holding");
                child.say("finish");
                child.await().expectSuccess();
            }
        }
    }

    @OnOneJdk
    void tellsWhatWasInUse(Jdk jdk) throws Exception {
        Instant begin = Instant.now();
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1")
                .start(Steady.class)) {
            child.awaitLine("ready");
            String early = ask(jdk, child);
            if (Instant.now().isBefore(begin.plus(FIRST_POINT))) {
                assertThat(early).startsWith("No history yet: ");
            }
            assertThat(ChildJvm.runAgentJar(jdk, "history", Long.toString(child.pid()), "--json", "--csv")
                            .expectExit(2)
                            .err())
                    .startsWith("nmt: --csv does not go with --json");
            child.say("hold");
            child.awaitLineWith("figures holding");

            JsonNode history = untilPoints(child, 2);
            JsonNode last = history.get("points").get(1);
            assertThat(Instant.parse(last.get("time").asText()))
                    .isBetween(begin.minus(Duration.ofSeconds(1)), Instant.now());
            assertThat(last.get("trackedBytes").asLong()).isGreaterThan(HELD_BYTES);
            assertThat(last.get("rssBytes").asLong())
                    .isGreaterThan(last.get("anonymousBytes").asLong());
            assertThat(last.get("heapUsedBytes").asLong())
                    .isPositive()
                    .isLessThanOrEqualTo(last.get("heapBytes").asLong());
            assertThat(last.get("threads").asLong()).isGreaterThan(4);
            assertThat(last.get("fullCollections").asLong()).isNotNegative();
            long sum = 0;
            for (JsonNode category : last.get("categories")) {
                sum += category.get("bytes").asLong();
            }
            assertThat(sum).isEqualTo(last.get("trackedBytes").asLong());
            assertThat(last.get("sites")).isNotEmpty();
            String text = ask(jdk, child);
            assertThat(text).contains("History of ", "\nRSS", "In use\n", "  Direct Buffer\n");
            if (Instant.now().isBefore(begin.plus(SHORTEST_RISE))) { // else the machine is very slow
                assertThat(history.get("findings").get(0).asText()).startsWith("UNKNOWN growth");
                assertThat(text).startsWith("UNKNOWN growth");
            }
            assertThat(ask(jdk, child, "--category", "unsafe")).contains("\nUnsafe\n");
            List<String> lines = ask(jdk, child, "--csv").lines().toList();
            assertThat(lines).hasSizeGreaterThan(2);
            int columns = lines.get(0).split(",", -1).length;
            assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    @Test
    void isOffWhereThatIsWanted() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("history=off")
                .start(Steady.class)) {
            child.awaitLine("ready");
            assertThat(ask(jdk, child))
                    .startsWith("No history: the agent runs with history=off. The default is history=on");
            // Once samples can tell, there is nothing to wait for.
            Awaited.untilAnswered(
                    json -> json.get("statements").get(0).get("evidence").has("historyOff"),
                    () -> JSON.readTree(Asked.of(child, new Request("leaks", Map.of("json", "true")))));
            assertThat(ChildJvm.runTool(jdk, "jcmd", Long.toString(child.pid()), "Thread.print")
                            .out())
                    .contains("nmt-commands")
                    .doesNotContain("nmt-history");
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        Jdk jdk = Jdks.all().findFirst().orElseThrow();
        try (Child child =
                ChildJvm.withoutC2(jdk).allowUnsafe().allowAttach().agent("").start(Steady.class)) {
            child.awaitLine("ready");
            String pid = Long.toString(child.pid());
            assertThat(ChildJvm.runAgentJar(jdk, "history", pid, "--category", "Nonsense")
                            .expectExit(1)
                            .err())
                    .contains("there is no category 'Nonsense' here; there are: ");
            assertThat(ChildJvm.runAgentJar(jdk, "history", pid, "--for", "long")
                            .expectExit(2)
                            .err())
                    .contains("'long' is not a time");
            assertThat(ChildJvm.runAgentJar(jdk, "history", pid, "--csv", "--watch", "5s")
                            .expectExit(2)
                            .err())
                    .contains("--csv does not go with --watch");
        }
    }
}
