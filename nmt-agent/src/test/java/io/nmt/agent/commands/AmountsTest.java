package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nmt.agent.golden.JvmMemory;
import io.nmt.agent.golden.Situation;
import io.nmt.agent.golden.Situations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One name has one figure in an answer, and no byte is in two statements. */
class AmountsTest {
    static List<Situation> situations() {
        return Situations.all();
    }

    private static JsonNode json(String answer) throws Exception {
        return new ObjectMapper().readTree(answer);
    }

    /** The rows that a statement is on: those of its name, by purpose perhaps, and of a second name. */
    private static List<JsonNode> rows(JsonNode statement, JsonNode table, String column) {
        String name = statement.get("name").asText();
        String first = name.replaceFirst(" with .*", "");
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode row : table) {
            String of = row.get(column).asText();
            boolean isNamed = of.equals(first) || (of.startsWith(first + ", ") && !of.endsWith("counted again"));
            boolean isSecond = !name.equals(first)
                    && of.toLowerCase(Locale.ROOT)
                            .contains(name.substring(first.length() + 6).toLowerCase(Locale.ROOT));
            if (isNamed || isSecond) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static long sum(List<JsonNode> rows, String column) {
        return rows.stream().mapToLong(row -> row.get(column).asLong()).sum();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void statementsOnRowsHaveTheirBytesAndNoneTwice(Situation situation) throws Exception {
        JsonNode rss = json(FixedAnswers.of(situation, "rss", "json", "top=0"));
        long inMemory = 0;
        int onRows = 0;
        for (JsonNode statement : rss.get("statements")) {
            List<JsonNode> rows = rows(statement, rss.get("components"), "component");
            if (rows.isEmpty() || !statement.get("subject").asText().equals("component")) {
                continue;
            }
            String column = statement.get("evidence").has("committed") ? "committed" : "resident";
            long beside = statement.get("evidence").path("besideGrowingBytes").asLong();
            assertThat(statement.get("bytes").asLong() + beside)
                    .as(statement.get("text").asText())
                    .isEqualTo(sum(rows, column));
            inMemory += column.equals("resident") ? statement.get("bytes").asLong() : 0;
            onRows++;
        }
        assertThat(onRows).isPositive();
        assertThat(inMemory).isLessThanOrEqualTo(rss.get("rssBytes").asLong());
        assertLinesOfCode(rss);
    }

    /** Lines of code, the rest of their category and files that grow are at most what was asked for. */
    private static void assertLinesOfCode(JsonNode rss) {
        for (JsonNode row : rss.get("components")) {
            String name = row.get("component").asText();
            long told = 0;
            if (name.startsWith("JVM malloc")) {
                continue; // by purpose
            }
            for (JsonNode statement : rss.get("statements")) {
                boolean isLimit = statement.get("kind").asText().equals("LIMIT"); // told whole
                boolean isOf = statement.path("category").asText().equals(name)
                        || (statement.get("name").asText().equals(name)
                                && statement.get("subject").asText().equals("component"));
                told += isOf && !isLimit ? statement.path("bytes").asLong() : 0;
            }
            assertThat(told)
                    .as(name)
                    .isLessThanOrEqualTo(Math.max(
                            row.get("committed").asLong(), row.get("resident").asLong()));
        }
    }

    @Test
    void partsOfTheJvmHaveTheFigureOfTheTable() throws Exception {
        for (var reading : List.of(JvmMemory.growing(), JvmMemory.quiet())) {
            JsonNode jvm = json(FixedAnswers.jvm(reading, JvmMemory.past().history(), "json"));
            int onRows = 0;
            for (JsonNode statement : jvm.get("statements")) {
                for (JsonNode part : jvm.get("parts")) {
                    if (part.get("part").asText().equals(statement.get("name").asText()) && part.has("bytes")) {
                        assertThat(statement.get("bytes").asLong())
                                .as(statement.get("text").asText())
                                .isEqualTo(part.get("bytes").asLong());
                        onRows++;
                    }
                }
            }
            assertThat(onRows).isPositive();
        }
    }
}
