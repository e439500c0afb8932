package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.testkit.Child;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

/** The JVM's own memory is told by part: planted interned strings and symbols grow. */
@Order(1) // it waits for minutes, beside others
class JvmMemoryIT {
    @TempDir
    private Path directory;

    /** Live, and by the parts of a recording that a kill leaves. */
    @OnEveryJdk
    void internedStringsGrow(Jdk jdk) throws IOException {
        assertThat(new JvmPlant(jdk, directory).grown("strings", "Interned strings"))
                .hasSize(2)
                .allMatch(told -> told.matches("GROWING Interned strings: " + JvmPlant.RISE
                        + " Count: [0-9,]+ strings\\. The strings are in the Java heap: at most [0-9.]+ MB,"
                        + " \\+[0-9.]+ MB/min\\.( Line of code .*)?"))
                .first()
                .asString()
                .contains("'asprof -e JVM_InternString PID' names it");
    }

    @OnEveryJdk
    void symbolsGrow(Jdk jdk) throws IOException {
        assertThat(new JvmPlant(jdk, directory).grown("symbols", "Symbols"))
                .hasSize(2)
                .allMatch(told ->
                        told.matches("GROWING Symbols: " + JvmPlant.RISE + " Count: [0-9,]+ names in class files\\."));
    }

    @OnOldestAndNewestJdk
    void aQuietProgramIsNormalOrTooYoung(Jdk jdk) throws IOException {
        JvmPlant plant = new JvmPlant(jdk, directory);
        try (Child child = plant.start("quiet")) {
            JsonNode told = plant.ask(child);
            assertThat(told.get("statements").findValuesAsText("text"))
                    .singleElement()
                    .asString()
                    .matches("UNKNOWN growth: too early .*|NORMAL parts of the JVM: none is large or grows\\. .*");
            assertThat(told.get("collector").asText()).isNotEmpty();
            assertThat(told.get("packages").findValuesAsText("package")).contains("java.lang");
            assertThat(told.get("parts").findValuesAsText("part")).contains("Interned strings", "Symbols");
            assertThat(runCommand(jdk, "jvm", child).expectExit(0).out()).contains("Memory of the JVM by part");
            assertMallocIsOfTheJvm(
                    runCommand(jdk, "rss", child, "--json").expectExit(0).out());
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    /** No library is loaded: all that tracking has not seen is the JVM's, in the row and in the statement. */
    private static void assertMallocIsOfTheJvm(String answer) throws IOException {
        JsonNode rss = new ObjectMapper().readTree(answer);
        Map<String, Long> rows = new HashMap<>();
        rss.get("components")
                .forEach(row -> rows.put(
                        row.get("component").asText(), row.get("resident").asLong()));
        assertThat(rows.get("Native Libraries malloc")).isZero();
        assertThat(rows.get("JVM malloc")).isPositive();
        rss.get("statements").forEach(statement -> {
            if (statement.get("name").asText().equals("JVM malloc")) {
                assertThat(statement.get("bytes").asLong()).isEqualTo(rows.get("JVM malloc"));
            }
        });
    }
}
