package io.nmt.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTest {
    @Test
    void titlesAreBoldAndSuspectsRed() {
        assertThat(Display.withColoredTitles("""
                        Leak suspects: x
                        Name  Bytes
                        a  1

                        Other title
                        x
                        """)).isEqualTo("""
                        \u001b[1;31mLeak suspects: x\u001b[0m
                        Name  Bytes
                        a  1

                        \u001b[1mOther title\u001b[0m
                        x
                        """);
    }
}
