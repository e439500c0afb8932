package io.nmt.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTest {
    @Test
    void comesBackAsItWas() throws CommandException {
        for (String value : new String[] {"KB", "", "a b", "a=b", "\u00fc\u20ac", "line\nline", "100%+1", "/tmp/x y"}) {
            Request request = new Request("summary", Map.of("scale", value, value + "x", "1"));
            assertThat(request.line()).doesNotContain("\n");
            assertThat(Request.parse(request.line())).isEqualTo(request);
        }
    }

    @Test
    void asTheProtocolSays() {
        assertThat(new Request("summary", Map.of("scale", "KB")).line()).isEqualTo("nmt/1 summary scale=KB");
    }

    @Test
    void options() throws CommandException {
        Request request = new Request("c", Map.of("json", "true", "top", "12", "no", "false", "bad", "x"));
        assertThat(request.flag("json")).isTrue();
        assertThat(request.flag("no")).isFalse();
        assertThat(request.flag("missing")).isFalse();
        assertThat(request.number("top", 5)).isEqualTo(12);
        assertThat(request.number("missing", 5)).isEqualTo(5);
        assertThat(request.option("missing", "other")).isEqualTo("other");
        assertThatThrownBy(() -> request.number("bad", 5))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("bad");
    }

    @Test
    void whatIsNoRequest() {
        for (String line :
                new String[] {"", " ", "nmt", "nmt/1", "GET / HTTP/1.1", "nmt/1 summary scale", "nmt/1 summary x=%zz"
                }) {
            assertThatThrownBy(() -> Request.parse(line)).as(line).isInstanceOf(CommandException.class);
        }
    }

    @Test
    void anotherVersion() {
        assertThatThrownBy(() -> Request.parse("nmt/2 summary"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("version 1")
                .hasMessageContaining("2. Use the jar");
    }
}
