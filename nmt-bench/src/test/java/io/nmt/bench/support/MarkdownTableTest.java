package io.nmt.bench.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {
    @Test
    void numbersAreAlignedToTheRight() {
        MarkdownTable table = new MarkdownTable("what", "one", "two");
        table.row("pair", "1", "");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("| what | one | two |", "| --- | ---: | ---: |", "| pair | 1 |  |", "");
    }

    @Test
    void aRowHasACellForEachColumn() {
        MarkdownTable table = new MarkdownTable("what", "one");
        assertThatIllegalArgumentException().isThrownBy(() -> table.row("pair"));
    }
}
