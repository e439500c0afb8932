package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.LinesOfApplication;
import io.nmt.it.programs.offheap.DeepStore;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lines of code are the application's, however deep its stack is, and one row each. */
class ApplicationLinesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROGRAM = LinesOfApplication.class.getName();
    private static final String HANDLE = DeepStore.class.getName() + "$Handle";
    private static final long MIB = 1 << 20;
    private static final int DEPTH = 32;

    @OnOldestAndNewestJdk
    void linesAreTheApplications(Jdk jdk) throws IOException {
        Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .allowUnsafe()
                .agent("sample=1,application=com.acme;" + PROGRAM + ",handles=" + HANDLE + "#close")
                .options("-Xmx128m", "-XX:+UseSerialGC")
                .start(LinesOfApplication.class);
        try (child) {
            child.awaitLine("held");
            JsonNode holders = json(jdk, child, "leaks", "--age", "0").get("holders");
            JsonNode leak = only(holders, PROGRAM + ".leak(");
            assertThat(leak.get("liveBytes").asLong()).isEqualTo(3 * MIB);
            assertThat(leak.get("by").asText()).startsWith(DeepStore.class.getName() + ".put(DeepStore.java:");
            assertThat(leak.get("cutAfter").asInt()).isEqualTo(DEPTH);
            assertThat(leak.get("stack")).hasSize(DEPTH + 1);
            assertThat(leak.get("stack").get(DEPTH).asText()).startsWith(PROGRAM + ".leak(");
            // All that is kept of its stack but the last call is that of the other one.
            assertThat(only(holders, PROGRAM + ".cache(").get("liveBytes").asLong())
                    .isEqualTo(5 * MIB);

            JsonNode open =
                    only(json(jdk, child, "handles").get("handles").get(0).get("sites"), PROGRAM + ".open(");
            assertThat(open.get("open").asLong()).isEqualTo(4);
            assertThat(open.get("stackCount").asInt()).isEqualTo(2);
            assertThat(open.get("stacks").get(0).get("open").asLong()).isEqualTo(3);
            assertThat(open.get("stacks").get(1).get("open").asLong()).isEqualTo(1);

            assertThat(runCommand(jdk, "leaks", child, "--age", "0", "--stacks")
                            .expectSuccess()
                            .out())
                    .contains("       ... calls are left out (option depth)\n       at " + PROGRAM + ".leak(")
                    .containsPattern(PROGRAM + "\\.leak\\(LinesOfApplication.java:\\d+\\) by "
                            + DeepStore.class.getName() + "\\.put\\(DeepStore.java:\\d+\\)\n");
            assertThat(runCommand(jdk, "handles", child).expectSuccess().out())
                    .containsPattern(" 4 .*" + PROGRAM + "\\.open\\(LinesOfApplication.java:\\d+\\) \\(2 stacks\\)\n");
            child.say("finish");
            child.await().expectSuccess();
        }
    }

    private static JsonNode json(Jdk jdk, Child child, String command, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add("--json");
        return JSON.readTree(runCommand(jdk, command, child, arguments.toArray(new String[0]))
                .expectSuccess()
                .out());
    }

    private static JsonNode only(JsonNode rows, String site) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.get("site").asText().startsWith(site)) {
                found.add(row);
            }
        }
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
