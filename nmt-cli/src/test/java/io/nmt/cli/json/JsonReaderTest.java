package io.nmt.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.nmt.report.document.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void whatTheWriterWrites() {
        String name = "a \"b\" \\ \u001b[31m \u2028 ä€ \ud83d\ude00";
        String json = new Json()
                .object()
                .field("n", -5L)
                .field("t", true)
                .field("s", name)
                .field("nothing", null)
                .strings("list", List.of("x", name))
                .object("empty")
                .endObject()
                .endObject()
                .toString();

        Map<String, Object> read = JsonReader.object(json);
        assertThat(read)
                .containsEntry("n", -5L)
                .containsEntry("t", true)
                .containsEntry("s", name)
                .containsEntry("nothing", null)
                .containsEntry("list", List.of("x", name))
                .containsEntry("empty", Map.of());
        for (int length = 0; length < json.length(); length++) {
            String part = json.substring(0, length);
            assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.object(part));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{\"a\":tru}", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{}{}", "{\"a\":\"\\x\"}"})
    void whatIsNoObject(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.object(text));
    }

    @Test
    void whatIsTooDeep() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)));
    }
}
