package io.nmt.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
    @Test
    void sentencesAreWrapped() {
        assertThat(WrappedText.of("   'rss PID' shows where it is, and more of it\nshort\n", 24))
                .isEqualTo("""
                   'rss PID' shows where
                     it is, and more of
                     it
                short
                """);
    }

    @Test
    void namesAreShortened() {
        assertThat(WrappedText.of("       at com.acme.Codec.encode(Codec.java:12)\n", 30))
                .matches(" {7}at co.*….*\\.java:12\\)\n")
                .hasSize(31);
        assertThat(WrappedText.of("https://example.org/without/any/space/in/it", 20))
                .hasSize(20);
        assertThat(WrappedText.of("1. a.B.c(B.java:1)\n       at a.B.c(B.java:1)\nSome words\n", 1))
                .contains("words");
    }

    @Test
    void whatFitsStaysAsItIs() {
        assertThat(WrappedText.of("x".repeat(500) + "\n", 0)).hasSize(501);
        assertThat(WrappedText.of("a  b\n\n c\n", 4)).isEqualTo("a  b\n\n c\n");
    }
}
