package io.nmt.it.sites;

import static io.nmt.testkit.ChildJvm.runCommand;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.TwoWays;
import io.nmt.testkit.Awaited;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.OnOneJdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@code leaks} has a row for a line of code, and the stacks that lead to it below; {@code history} goes with it. */
class LeakLinesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TAKE = TwoWays.class.getName() + ".take(TwoWays.java:";
    private static final long MIB = 1 << 20;

    @OnOneJdk
    void aLineThatTwoStacksLeadToIsOneRow(Jdk jdk) throws IOException {
        try (Child child = start(jdk)) {
            JsonNode line = only(json(jdk, child, "leaks", "--age", "0").get("holders"));
            assertThat(line.get("liveBytes").asLong()).isEqualTo(4 * MIB);
            assertThat(line.get("count").asLong()).isEqualTo(4);
            assertThat(line.get("stackCount").asLong()).isEqualTo(2);
            assertThat(line.get("stacks").get(0).get("liveBytes").asLong()).isEqualTo(3 * MIB);
            assertThat(line.get("stacks").get(0).get("stack").toString()).contains("TwoWays.read");
            assertThat(line.get("stacks").get(1).get("liveBytes").asLong()).isEqualTo(MIB);
            assertThat(line.get("stacks").get(1).get("stack").toString()).contains("TwoWays.write");

            String text = runCommand(jdk, "leaks", child, "--age", "0", "--stacks", "--scale", "kb")
                    .expectSuccess()
                    .out();
            assertThat(text)
                    .containsPattern("\n *4,096KB +exact +4 .*TwoWays.take\\(TwoWays.java:\\d+\\) \\(2 stacks\\)\n")
                    .containsPattern("   75 %: 3 MB in 3 blocks[^%]*TwoWays.read")
                    .containsPattern("   25 %: 1 MB in 1 block\\R[^%]*TwoWays.write");

            // A site is one whole stack.
            assertThat(sites(json(jdk, child, "sites").get("sites"))).hasSize(2);
            child.say("forget");
            finish(child);
        }
    }

    /** The answer of {@code history} must not be ten seconds older than that of {@code leaks}. */
    @OnOldestAndNewestJdk
    void afterUnreachableTheHistoryKnowsOfIt(Jdk jdk) throws IOException {
        try (Child child = start(jdk)) {
            JsonNode before = Awaited.untilAnswered(
                    points -> !points.isEmpty(),
                    () -> json(jdk, child, "history").get("points"));
            assertThat(directBytes(before)).isGreaterThanOrEqualTo(TwoWays.FORGOTTEN);
            child.say("forget");
            child.awaitLine("forgotten");

            JsonNode freed = json(jdk, child, "unreachable");
            assertThat(freed.get("bytes").asLong()).isGreaterThanOrEqualTo(TwoWays.FORGOTTEN);
            JsonNode after = json(jdk, child, "history").get("points");
            assertThat(directBytes(after)).isLessThan(TwoWays.FORGOTTEN);
            assertThat(collections(after)).isGreaterThan(collections(before));
            finish(child);
        }
    }

    private static Child start(Jdk jdk) {
        Child child = ChildJvm.withoutC2(jdk)
                .allowAttach()
                .allowUnsafe()
                .agent("sample=1")
                .options("-Xmx128m", "-XX:+UseSerialGC")
                .start(TwoWays.class);
        child.awaitLine("held " + TwoWays.FORGOTTEN);
        return child;
    }

    private static void finish(Child child) {
        child.say("finish");
        child.await().expectSuccess();
    }

    private static JsonNode json(Jdk jdk, Child child, String command, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add("--json");
        return JSON.readTree(runCommand(jdk, command, child, arguments.toArray(new String[0]))
                .expectSuccess()
                .out());
    }

    private static List<JsonNode> sites(JsonNode rows) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.get("site").asText().startsWith(TAKE)) {
                found.add(row);
            }
        }
        return found;
    }

    private static JsonNode only(JsonNode rows) {
        List<JsonNode> found = sites(rows);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static long directBytes(JsonNode points) {
        for (JsonNode category : points.get(points.size() - 1).get("categories")) {
            if (category.get("category").asText().equals("Direct Buffer")) {
                return category.get("bytes").asLong();
            }
        }
        return 0;
    }

    private static long collections(JsonNode points) {
        return points.get(points.size() - 1).get("fullCollections").asLong();
    }
}
