package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.JvmMemoryProgram;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program in which memory of the JVM is planted, and its recording.
 *
 * @param jdk it runs on
 * @param directory of the recording
 */
record JvmPlant(Jdk jdk, Path directory) {
    static final String RISE = "[0-9.]+ MB in memory, \\+[0-9.]+ MB/min (± [0-9.]+ [KM]B )?since [0-9:T. Z-]+\\.";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final Duration PAUSE = Duration.ofSeconds(4);

    /** The statement of the process, and that of its recording, which is the same file after a kill. */
    List<String> grown(String plant, String subject) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Child child = start(plant)) {
            JsonNode live = Awaited.until(answer -> grows(answer, subject), () -> more(child), LONGEST, PAUSE);
            texts.add(statement(live, subject).get("text").asText());
            JsonNode recorded = Awaited.until(
                    answer -> grows(answer, subject) && hasPackages(answer),
                    () -> {
                        more(child);
                        return recorded();
                    },
                    LONGEST,
                    PAUSE);
            texts.add(statement(recorded, subject).get("text").asText());
            child.kill();
            child.await();
        }
        JsonNode left = recorded();
        assertThat(hasPackages(left)).isTrue();
        assertThat(left.get("parts").findValuesAsText("part")).contains(subject, "Card table, mark bits");
        assertThat(ended().get("jvm").findValuesAsText("part")).contains(subject, "Collector's memory");
        return texts;
    }

    /** The process, as {@code postmortem} shows it. */
    private JsonNode ended() throws IOException {
        String json = ChildJvm.runAgentJar(jdk, "postmortem", directory.toString(), "--json")
                .expectExit(0)
                .out();
        JsonSchemas.assertValid("postmortem", json);
        return JSON.readTree(json).get("processes").get(0);
    }

    private static boolean hasPackages(JsonNode answer) {
        return answer.get("packages").findValuesAsText("package").contains("java.lang");
    }

    /** The answer of the part of the recording that JFR has written. */
    private JsonNode recorded() {
        try (Stream<Path> files = Files.walk(directory)) {
            Path last = files.filter(file -> file.toString().endsWith(".jfr"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return answer(ChildJvm.runAgentJar(jdk, "jvm", last.toString(), "--json"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode more(Child child) {
        child.say("more");
        child.awaitLine("grown");
        return ask(child);
    }

    private static boolean grows(JsonNode answer, String subject) {
        JsonNode statement = statement(answer, subject);
        return statement != null && statement.get("kind").asText().equals("GROWING");
    }

    private static JsonNode statement(JsonNode answer, String subject) {
        for (JsonNode each : answer.get("statements")) {
            if (each.get("name").asText().equals(subject)) {
                return each;
            }
        }
        return null;
    }

    Child start(String plant) throws IOException {
        Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("")
                .options("-Xmx1g", "-XX:ReservedCodeCacheSize=128m")
                .options("-XX:FlightRecorderOptions:repository=" + directory)
                .options("-XX:StartFlightRecording:settings=default,+nmt.ResidentMemory#period=10s")
                .start(JvmMemoryProgram.class, plant);
        child.awaitLine("ready");
        return child;
    }

    JsonNode ask(Child child) {
        return answer(runCommand(jdk, "jvm", child, "--json"));
    }

    private static JsonNode answer(Outcome outcome) {
        try {
            String json = outcome.expectExit(0).out();
            JsonSchemas.assertValid("jvm", json);
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
