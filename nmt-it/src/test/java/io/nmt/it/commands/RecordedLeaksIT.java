package io.nmt.it.commands;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.TwoLeaks;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** A real process with two leaks, asked while it runs, and its recording, asked when it has ended. */
@Order(1) // it waits for minutes, beside others
class RecordedLeaksIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int POINTS = 23; // each four seconds
    private static final String LINE = TwoLeaks.class.getName() + ".";

    @TempDir
    private Path directory;

    @OnOneJdk
    void theRecordingNamesTheSameLines(Jdk jdk) throws IOException {
        Path file = directory.resolve("two.jfr");
        Map<String, String> live;
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent("sample=1")
                .options("-Xmx256m", "-XX:StartFlightRecording:filename=" + file)
                .start(TwoLeaks.class)) {
            child.awaitLine("leaks");
            for (int points : new int[] {POINTS / 2, POINTS}) {
                Awaited.untilAnswered(
                        found -> found >= points,
                        () -> json(jdk, child, "history").get("points").size());
            }
            live = lines(Awaited.untilAnswered(
                    found -> lines(found).size() == 2
                            && lines(found).values().stream().allMatch("LEAK"::equals),
                    () -> json(jdk, child, "leaks").get("statements")));
            child.say("finish");
            child.await().expectSuccess();
        }

        assertThat(live).hasSize(2).containsValue("LEAK").doesNotContainValue("GROWING");
        assertThat(live.keySet()).anyMatch(line -> line.startsWith(LINE + "buffer("));
        assertThat(live.keySet()).anyMatch(line -> line.startsWith(LINE + "deflater("));
        for (String command : new String[] {"leaks", "report", "rss", "history"}) {
            JsonNode recorded = read(jdk, command, file);
            assertThat(lines(recorded.get("statements"))).as(command).isEqualTo(live);
            for (JsonNode statement : recorded.get("statements")) {
                assertThat(statement.has("next")).as(command).isFalse();
            }
            String text = ChildJvm.runAgentJar(jdk, command, file.toString(), "--wide")
                    .expectSuccess()
                    .out();
            live.forEach((line, kind) -> assertThat(text).contains(kind + " " + line + ": "));
        }
        JsonNode left = read(jdk, "postmortem", file).at("/processes/0/statements");
        assertThat(lines(left)).isEqualTo(live);
        JsonNode suspects = read(jdk, "leaks", file).get("suspects");
        assertThat(suspects).hasSize(2);
        for (JsonNode suspect : suspects) {
            assertThat(live).containsKey(suspect.get("site").asText());
        }
        assertThat(ChildJvm.runAgentJar(jdk, "leaks", file.toString(), "--watch", "5s")
                        .expectExit(2)
                        .err())
                .startsWith("nmt: --watch: a process alone can do that, no recording");
    }

    private static JsonNode json(Jdk jdk, Child child, String command) throws IOException {
        return JSON.readTree(
                runCommand(jdk, command, child, "--json").expectSuccess().out());
    }

    private static JsonNode read(Jdk jdk, String command, Path file) throws IOException {
        return JSON.readTree(ChildJvm.runAgentJar(jdk, command, file.toString(), "--json")
                .expectSuccess()
                .out());
    }

    /** The kinds of what is said of the program's lines, by their names. */
    private static Map<String, String> lines(JsonNode statements) {
        Map<String, String> kinds = new TreeMap<>();
        for (JsonNode statement : statements) {
            String name = statement.get("name").asText();
            if (statement.get("subject").asText().equals("site") && name.startsWith(LINE)) {
                kinds.put(name, statement.get("kind").asText());
            }
        }
        return kinds;
    }
}
