package io.nmt.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.it.programs.Shrinking;
import io.nmt.testkit.Child;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOneJdk;
import io.nmt.testkit.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Diffs that HotSpot's tests of its NMT check: they shrink, lines vanish, sites change their category, threads come.
 */
class ShrinkingDiffIT {
    private static final int MIB = 1 << 20;

    @OnOneJdk
    void everyLossIsARow(Jdk jdk) throws IOException {
        try (Child child = ChildJvm.withoutC2(jdk)
                .allowUnsafe()
                .allowAttach()
                .agent("sample=1")
                .start(Shrinking.class)) {
            child.awaitLine("held");
            ChildJvm.runCommand(jdk, "baseline", child).expectSuccess();
            child.say("change");
            child.awaitLine("changed");
            String text = ChildJvm.runCommand(jdk, "diff", child, "--scale=MB", "--sort=change")
                    .expectSuccess()
                    .out();
            JsonNode json = new ObjectMapper()
                    .readTree(ChildJvm.runCommand(jdk, "diff", child, "--json", "--sort=change")
                            .expectSuccess()
                            .out());

            assertThat(Report.row("Unsafe", text)).containsExactly("1MB", "-7MB", "1");
            assertThat(Report.row("Before", text)).containsExactly("0MB", "-4MB", "0", "-1");
            assertThat(Report.row("After", text)).containsExactly("4MB", "+4MB", "1", "+1");
            assertThat(json.get("categories").get(0).get("type").asText()).isEqualTo("Unsafe");
            assertTotalIsTheSum(json);
            assertThat(sites(json, "Unsafe")).containsExactlyInAnyOrder("0 -8", "1 +1");
            assertThat(sites(json, "Before")).containsExactly("0 -4");
            assertThat(sites(json, "After")).containsExactly("4 +4");
            assertThat(site(json, "Before")).contains("Shrinking.main").isEqualTo(site(json, "After"));
            assertThat(text).containsPattern("-4MB +0MB +0 +-1 +Before +\\S+Shrinking.main");

            // The JVM's own threads come and go.
            JsonNode resident = json.get("residentMemory");
            assertThat(resident.get("change").get("threads").asInt()).isBetween(40, 60);
            assertThat(text).containsPattern("Threads: \\d+ \\(\\+[456]\\d\\)\\.");
            child.say("finish");
            child.await().expectExit(0);
        }
    }

    private static void assertTotalIsTheSum(JsonNode json) {
        for (String when : List.of("before", "after", "change")) {
            for (String figure : List.of("committed", "reserved", "count")) {
                long sum = 0;
                for (JsonNode category : json.get("categories")) {
                    sum += category.get(when).get(figure).asLong();
                }
                assertThat(json.get("total").get(when).get(figure).asLong())
                        .as("%s %s", when, figure)
                        .isEqualTo(sum);
            }
        }
        assertThat(json.get("total").get("change").get("committed").asLong()).isNegative();
    }

    /** The sites of a category, their bytes and the change, in MiB. */
    private static List<String> sites(JsonNode json, String category) {
        List<String> sites = new ArrayList<>();
        for (JsonNode site : json.get("sites")) {
            if (site.get("type").asText().equals(category)) {
                long change = site.get("change").get("liveBytes").asLong() / MIB;
                sites.add(site.get("after").get("liveBytes").asLong() / MIB + (change > 0 ? " +" : " ") + change);
            }
        }
        return sites;
    }

    private static String site(JsonNode json, String category) {
        for (JsonNode site : json.get("sites")) {
            if (site.get("type").asText().equals(category)) {
                return site.get("site").asText();
            }
        }
        throw new AssertionError("no site of " + category + " in " + json);
    }
}
