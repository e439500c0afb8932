package io.nmt.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts and the dashboard, by {@code promtool}, where that is installed; and that what they ask for is there. */
class RulesTest {
    private static final Path INTEGRATIONS = Path.of("..");
    private static final Path DASHBOARD = INTEGRATIONS.resolve("grafana/nmt-dashboard.json");
    private static final Path ALERTS = INTEGRATIONS.resolve("prometheus/alerts.yml");
    private static final Path EXPORTER = INTEGRATIONS.resolve("prometheus/jmx_exporter.yml");
    private static final Pattern METRIC = Pattern.compile("\\bnmt_\\w+\\b");

    @TempDir
    private Path directory;

    @Test
    void alertsFireAsTheirTestsSay() throws Exception {
        assertThat(promtool("check", "rules", ALERTS.toString())).contains("SUCCESS: 5 rules found");
        assertThat(promtool(
                        "test",
                        "rules",
                        ALERTS.resolveSibling("alerts-test.yml").toString()))
                .contains("SUCCESS");
    }

    /** Each as a rule, as promtool knows no dashboards. */
    @Test
    void theDashboardsExpressionsAreValid() throws Exception {
        List<String> expressions = expressions();
        StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
        for (int i = 0; i < expressions.size(); i++) {
            rules.append("  - record: panel:n")
                    .append(i)
                    .append("\n    expr: ")
                    .append(new ObjectMapper().writeValueAsString(expressions.get(i)))
                    .append('\n');
        }
        Path file = Files.writeString(directory.resolve("dashboard.yml"), rules);
        assertThat(promtool("check", "rules", file.toString()))
                .contains("SUCCESS: " + expressions.size() + " rules found");
    }

    @Test
    void allThatTheyAskForIsExported() throws Exception {
        Set<String> exported = metrics(Files.readString(EXPORTER));
        exported.remove("nmt_category");
        Set<String> used = metrics(Files.readString(ALERTS));
        used.addAll(metrics(String.join("\n", expressions())));
        used.remove("nmt_category");
        assertThat(exported).hasSize(12);
        assertThat(used).isEqualTo(exported);
    }

    /** Any data source can be chosen, and no panel has one of its own. */
    @Test
    void theDashboardsDataSourceIsAVariable() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        assertThat(dashboard.at("/templating/list/0/type").asText()).isEqualTo("datasource");
        assertThat(dashboard.findValues("uid").stream().map(JsonNode::asText))
                .containsOnly("${datasource}", "nmt-native-memory");
        assertThat(dashboard.get("panels").findValuesAsText("id")).doesNotHaveDuplicates();
    }

    private static Set<String> metrics(String text) {
        Set<String> names = new TreeSet<>();
        Matcher name = METRIC.matcher(text);
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    private static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                expressions.add(target.get("expr").asText());
            }
        }
        assertThat(expressions).hasSizeGreaterThan(9);
        return expressions;
    }

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        boolean installed = false;
        for (String path : System.getenv("PATH").split(File.pathSeparator)) {
            installed |= Files.isExecutable(Path.of(path, "promtool"));
        }
        assumeTrue(installed, "promtool is not installed");
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
