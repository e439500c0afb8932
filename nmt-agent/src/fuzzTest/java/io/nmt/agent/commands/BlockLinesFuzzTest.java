package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Names in the CSV of "dump": each is one cell of one line, and no spreadsheet takes it for a formula. */
class BlockLinesFuzzTest {
    private static final String FORMULA_BEGINS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

    @FuzzTest
    void isOneCellAndNoFormula(FuzzedDataProvider data) {
        String cell = BlockLines.quoted(data.consumeRemainingAsString());

        assertThat(cell).doesNotContain("\n", "\r", "\t", "\u001b");
        boolean quoted = cell.startsWith("\"");
        String inside = quoted ? cell.substring(1, cell.length() - 1) : cell;
        assertThat(inside.replace("\"\"", "")).doesNotContain("\"");
        if (!quoted) {
            assertThat(inside).doesNotContain(",");
        }
        String text = inside.replace("\"\"", "\"");
        if (!text.isEmpty()) {
            assertThat(FORMULA_BEGINS).doesNotContain(text.substring(0, 1));
        }
    }
}
