package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The statements of a screen that is narrower than they are. */
class StatementLinesTest {
    private static final String NAME = "io.nmt.demo.LeakyShop.keepReceipt(LeakyShop.java:75)";
    private static final String TEXT = "LEAK " + NAME + ": 11.4 MB ± 330 KB Direct Buffer, +9.31 MB/min ± 373 KB"
            + " since 11:04:56. Survived 4 full collections. Next: 'nmt leaks 4723'";

    @Test
    void whatFitsIsWhole() {
        assertThat(StatementLines.fitting(TEXT, NAME, 300)).isEqualTo(TEXT);
    }

    @Test
    void aLineEndsAfterASentence() {
        assertThat(StatementLines.fitting(TEXT, NAME, 140)).endsWith(" since 11:04:56.");
        assertThat(StatementLines.fitting(TEXT, NAME, 115)).endsWith("/min ± 373 KB");
    }

    @Test
    void errorsGoFirstAndThenTheMiddleOfTheName() {
        assertThat(StatementLines.fitting(TEXT, NAME, 100)).contains(NAME).endsWith("Direct Buffer, +9.31 MB/min");
        assertThat(StatementLines.fitting(TEXT, NAME, 80))
                .hasSize(80)
                .startsWith("LEAK io.nm")
                .endsWith(".java:75): 11.4 MB Direct Buffer, +9.31 MB/min");
        assertThat(StatementLines.fitting(TEXT, NAME, 40)).contains("…").endsWith("+9.31 MB/min");
    }
}
