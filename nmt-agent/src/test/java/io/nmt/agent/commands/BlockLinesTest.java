package io.nmt.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.SafeText;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockLinesTest {
    private static final String ALPHABET = "ab=+-@\t\r\n\",;'\u001b\u202e\uD83D\uDE00\uFF1D \u0000|!";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '~',
            value = {
                "main~main",
                "=1+1~'=1+1",
                "+1~'+1",
                "-1~'-1",
                "@SUM(A1)~'@SUM(A1)",
                "a=b~a=b",
                "a,b~\"a,b\"",
                "=cmd|'/C calc'!A0,\"x\"~\"'=cmd|'/C calc'!A0,\"\"x\"\"\""
            })
    void noNameIsAFormula(String name, String cell) {
        assertThat(BlockLines.quoted(name)).isEqualTo(cell);
    }

    /** Random names of what is difficult, always the same ones. */
    @Test
    void whateverTheNameItIsOneCellThatReadsBack() {
        RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(1);
        for (int i = 0; i < 200_000; i++) {
            StringBuilder name = new StringBuilder();
            int length = random.nextInt(8);
            for (int c = 0; c < length; c++) {
                name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            String expected = SafeText.line(name.toString());

            String cell = parsed(BlockLines.quoted(name.toString()));

            assertThat(cell).doesNotContain("\n", "\r", "\t");
            if (!cell.equals(expected)) {
                assertThat(cell).isEqualTo("'" + expected);
                assertThat("=+-@\uFF1D").contains(expected.substring(0, 1));
            } else if (!cell.isEmpty()) {
                assertThat("=+-@\uFF1D").doesNotContain(cell.substring(0, 1));
            }
        }
    }

    /** As RFC 4180 has it. */
    private static String parsed(String cell) {
        if (!cell.startsWith("\"")) {
            assertThat(cell).doesNotContain(",", "\"");
            return cell;
        }
        assertThat(cell.length() > 1 && cell.endsWith("\"")).isTrue();
        String inside = cell.substring(1, cell.length() - 1);
        assertThat(inside.replace("\"\"", "")).doesNotContain("\"");
        return inside.replace("\"\"", "\"");
    }
}
