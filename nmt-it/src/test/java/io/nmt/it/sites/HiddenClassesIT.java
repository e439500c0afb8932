package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nmt.it.programs.ClassLoadersProgram;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.JsonSchemas;
import io.nmt.testkit.OnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** Hidden classes are told by the line of code that defined them. */
@Order(1) // it waits for minutes, beside others
class HiddenClassesIT {
    private static final String DEFINE = ClassLoadersProgram.class.getName() + ".define(ClassLoadersProgram.java:";
    private static final String HIDDEN = "LEAK [0-9,]+ hidden classes \\S+Plugin, \\+[0-9,]+/min.* since [0-9:T. Z-]+,"
            + " [0-9.]+ MB of metaspace.*, defined at " + DEFINE.replace("(", "\\(") + "[0-9]+\\)\\. Survived ";

    @TempDir
    private Path directory;

    /** They are all of one loader, which stays. */
    @OnEveryJdk
    void keptHiddenClassesAreALeak(Jdk jdk) throws IOException {
        ChildJvm jvm = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("pressure-file=" + directory.resolve("left.txt"))
                .options("-XX:StartFlightRecording:filename=" + directory.resolve("end.jfr"));
        Path recording = directory.resolve("now.jfr");
        try (Child child = jvm.start(ClassLoadersProgram.class, "hide")) {
            child.awaitLine("ready");
            JsonNode told = Awaited.until(
                    LoadersIT::hasLeak, () -> LoadersIT.loaders(jdk, child), LoadersIT.LONGEST, LoadersIT.PAUSE);
            JsonSchemas.assertValid("loaders", told.toString());
            assertThat(told.get("statements").get(0).get("text").asText()).matches(HIDDEN + ".*");
            JsonNode row = told.get("hidden").get(0);
            assertThat(row.get("class").asText()).isEqualTo(ClassLoadersProgram.Plugin.class.getName());
            assertThat(row.get("definedAt").asText()).startsWith(DEFINE);
            assertThat(row.get("metaspaceBytes").asLong())
                    .isGreaterThan(row.get("classes").asLong() << 10);
            for (String command : new String[] {"rss", "leaks"}) {
                assertThat(runCommand(jdk, command, child).expectExit(0).out())
                        .as(command)
                        .containsPattern(HIDDEN)
                        .doesNotContain("GROWING Metaspace");
            }
            child.say(recording.toString());
            child.awaitLine("dumped");
            child.kill();
            child.await();
        }
        for (String command : new String[] {"report", "leaks", "rss"}) {
            assertThat(ChildJvm.runAgentJar(jdk, command, recording.toString(), "--wide")
                            .expectSuccess()
                            .out())
                    .as(command)
                    .containsPattern(HIDDEN)
                    .doesNotContain("GROWING Metaspace");
        }
    }
}
