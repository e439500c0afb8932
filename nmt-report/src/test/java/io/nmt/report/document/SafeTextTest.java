package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.render.Json;
import io.nmt.report.render.TextTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, '\t', '\n', '\r', 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029,
                0x202A, 0x202E, 0x2066, 0x2069, 0xD800, 0xDBFF, 0xDC00, 0xDFFF
            })
    void whatCannotBeShown(int character) {
        String name = "a" + (char) character + "b";

        assertThat(SafeText.line(name)).isEqualTo("a?b");
        assertThat(SafeText.lines(name)).isEqualTo(character == '\n' ? name : "a?b");
        assertThat(json(name)).isEqualTo(String.format("{\"n\":\"a\\u%04xb\"}", character));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "com.acme.Codec", "é ü ß", "שלום", "日本", "👩‍👩‍👧", "a\u00a0b", "ﬁ\ufeff"})
    void whatCan(String name) {
        assertThat(SafeText.line(name)).isSameAs(name);
        assertThat(SafeText.lines(name)).isSameAs(name);
    }

    @Test
    void pairsOfSurrogates() {
        assertThat(SafeText.line("\uD83D\uDE00\uD83D")).isEqualTo("\uD83D\uDE00?");
        assertThat(SafeText.line("\uDE00\uD83D\uDE00")).isEqualTo("?\uD83D\uDE00");
        assertThat(SafeText.line(null)).isEqualTo("null");
    }

    /** For people; JSON has it whole. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\u00e9", "\uD83D\uDE00", "a\uD83D\uDE00", "\n"})
    void longNames(String part) {
        String name = "begin" + part.repeat(30_000) + "end";

        String cut = SafeText.name(name);
        assertThat(cut.length()).isBetween(SafeText.MOST_CHARS - 2, SafeText.MOST_CHARS);
        assertThat(cut).startsWith("begin").contains("…").endsWith("end");
        assertThat(cut.contains("?")).isEqualTo(part.equals("\n"));
        assertThat(SafeText.line(name)).hasSameSizeAs(name);
        assertThat(json(name)).hasSizeGreaterThan(name.length());
    }

    @Test
    void aNameThatIsNotTooLongStaysWhole() {
        String name = "n".repeat(SafeText.MOST_CHARS);

        assertThat(SafeText.name(name)).isSameAs(name);
        assertThat(SafeText.name(name + "n")).hasSize(SafeText.MOST_CHARS).contains("…");
        assertThat(SafeText.name(null)).isEqualTo("null");
    }

    @Test
    void tablesAreNotWiderForALongName() {
        TextTable table = TextTable.ofFigures("Name", "Bytes");
        table.add("t".repeat(65_536), "1");
        StringBuilder text = new StringBuilder();
        table.appendTo(text);

        assertThat(text.toString().lines()).allMatch(line -> line.length() < 250);
    }

    /** Neither a row that looks like one of ours, nor a title. */
    @Test
    void aNameIsOneCell() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Name");
        table.add("1", "evil\nTotal 0KB\u001b[2J");
        StringBuilder text = new StringBuilder();
        table.appendTo(text);

        assertThat(text.toString().lines()).hasSize(3).last().isEqualTo("    1   evil?Total 0KB?[2J");
    }

    private static String json(String name) {
        return new Json().object().field("n", name).endObject().toString();
    }
}
