package io.nmt.it.resident;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.JvmMemoryProgram;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Class metadata is told before the JVM has no room for it. */
class ClassLimitIT {
    private static final String NEAR_LIMIT =
            "LIMIT Metaspace with class space: .* Limit -XX:MaxMetaspaceSize: 48 MB, 9\\d % used.*";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    /** Live, and of a recording. */
    @OnOldestAndNewestJdk
    void metaspaceNearItsLimit(Jdk jdk) throws IOException {
        Path recording = directory.resolve("a.jfr");
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("")
                .options("-Xmx256m", "-XX:MaxMetaspaceSize=48m")
                .options("-XX:StartFlightRecording:settings=default,+nmt.ResidentMemory#period=endChunk,filename="
                        + recording)
                .start(JvmMemoryProgram.class, "classes")) {
            child.awaitLine("ready");
            Awaited.until(
                    answer -> first(answer).matches(NEAR_LIMIT),
                    () -> more(jdk, child),
                    Duration.ofMinutes(3),
                    Duration.ZERO);
            child.say("finish");
            child.await().expectSuccess();
        }

        assertThat(first(answer(ChildJvm.runAgentJar(jdk, "rss", recording.toString(), "--json"))))
                .matches(NEAR_LIMIT);
    }

    /** A class of the JDK that a command could not initialize there would be lost for the program. */
    @OnOldestAndNewestJdk
    void nothingIsLoadedIntoAFullMetaspace(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.on(jdk)
                .allowAttach()
                .options("-XX:MaxMetaspaceSize=8m")
                .start(JvmMemoryProgram.class, "quiet")) {
            child.awaitLine("ready");

            assertThat(runCommand(jdk, "leaks", child).expectExit(1).err())
                    .contains(
                            "has no room for the agent's classes: ",
                            " of 8 MB of metaspace are free, 10 MB are needed");
            assertThat(runCommand(jdk, "rss", child).expectExit(0).out()).contains("UNKNOWN from outside");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    /** It was an error where a command had been answered before. */
    @OnOldestAndNewestJdk
    void rssOfAMetaspaceThatIsFullSinceIsReadFromOutside(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .agent("")
                .options("-Xmx256m", "-XX:MaxMetaspaceSize=40m")
                .start(JvmMemoryProgram.class, "fill")) {
            child.awaitLine("ready");
            runCommand(jdk, "summary", child).expectExit(0);
            child.say("more");
            child.awaitLine("grown");

            Outcome rss = runCommand(jdk, "rss", child).expectExit(0);
            assertThat(rss.err()).contains("no room for more classes", "; read from outside");
            assertThat(rss.out()).contains("LIMIT Metaspace with class space: ", "UNKNOWN from outside");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static JsonNode more(Jdk jdk, Child child) {
        child.say("more");
        child.awaitLine("grown");
        return answer(runCommand(jdk, "rss", child, "--json"));
    }

    private static String first(JsonNode answer) {
        return answer.get("statements").get(0).get("text").asText();
    }

    private static JsonNode answer(Outcome outcome) {
        try {
            return JSON.readTree(outcome.expectExit(0).out());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
