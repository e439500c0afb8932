package io.nmt.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTest {
    @Test
    void titlesAreBoldAndLeaksRed() {
        assertThat(Display.withColoredTitles("""
                        LEAK a.B.c(B.java:1): 3 MB.
                        GROWING a.B.d(B.java:2): 3 MB.

                        A title: x
                        Name  Bytes
                        a  1

                        Other title
                        x
                        """)).isEqualTo("""
                        \u001b[1;31mLEAK\u001b[0m a.B.c(B.java:1): 3 MB.
                        GROWING a.B.d(B.java:2): 3 MB.

                        \u001b[1mA title: x\u001b[0m
                        Name  Bytes
                        a  1

                        \u001b[1mOther title\u001b[0m
                        x
                        """);
    }
}
