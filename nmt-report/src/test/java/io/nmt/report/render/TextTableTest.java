package io.nmt.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.render.TextSpace.Letters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {
    @Test
    void namesInTheLastColumnLoseTheirMiddle() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Category", "Allocated at");
        table.add("2,821KB", "Leaky Cache", "io.nmt.bench.demo.LeakyCache.allocate(LeakyCache.java:35)");
        table.add("1KB", "Zip", "short");

        String name = "io.nmt.bench.…locate(LeakyCache.java:35)";
        assertThat(text(table, 64).lines())
                .containsExactly(
                        "  Bytes      Category   Allocated at",
                        "-".repeat(64),
                        "2,821KB   Leaky Cache   " + name,
                        "    1KB           Zip   short");
    }

    @Test
    void namesHaveLinesOfTheirOwnWhereTheFiguresLeaveNoRoom() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Category", "Allocated at");
        table.add("2,821KB", "Leaky Cache", "io.nmt.bench.demo.LeakyCache.allocate(LeakyCache.java:35)");

        assertThat(text(table, 46).lines())
                .containsExactly(
                        "  Bytes      Category",
                        "    Allocated at",
                        "-".repeat(46),
                        "2,821KB   Leaky Cache",
                        "    io.nmt.bench.…allocate(LeakyCache.java:35)");
    }

    @Test
    void gapsNarrowBeforeNamesHaveLinesOfTheirOwn() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Category", "Allocated at");
        table.add("2,821KB", "Leaky Cache", "io.nmt.bench.demo.LeakyCache.allocate(LeakyCache.java:35)");

        assertThat(text(table, 53).lines())
                .containsExactly(
                        "  Bytes    Category  Allocated at",
                        "-".repeat(53),
                        "2,821KB Leaky Cache  io.nmt.ben…e(LeakyCache.java:35)");
    }

    @Test
    void columnsWithoutACellAreLeftOutWhereAllDoNotFit() {
        TextTable table = TextTable.ofFiguresAndName("Threads", "Growth/min", "Started at");
        table.add("7", "", "io.nmt.bench.demo.Threads.start(Threads.java:35)");
        table.add("1", "", "(unknown)");

        assertThat(text(table, 50).lines())
                .containsExactly(
                        "Threads   Started at",
                        "-".repeat(50),
                        "      7   io.nmt.bench.…ads.start(Threads.java:35)",
                        "      1   (unknown)");
        assertThat(text(table, 80)).contains("Growth/min");
    }

    /** Short names that a command allows stay beside their figures. */
    @Test
    void namesMayBeShortenedBesideTheirFigures() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Category", "Allocated at");
        table.add("2,821KB", "Leaky Cache", "io.nmt.bench.demo.LeakyCache.allocate(LeakyCache.java:35)");

        assertThat(text(table, 45, 12).lines())
                .containsExactly(
                        "  Bytes      Category   Allocated at",
                        "-".repeat(45),
                        "2,821KB   Leaky Cache   io.nmt…Cache.java:35)");
    }

    @Test
    void namesInTheFirstColumnLoseTheirMiddle() {
        TextTable table = TextTable.ofFigures("Category", "Current", "Count");
        table.add("A category whose name is as long as names may get", "12KB", "7");
        table.add("B", "1KB", "");
        table.addTotal("Total", "13KB", "7");

        String fitted = text(table, 50);

        assertThat(fitted.lines()).allSatisfy(line -> assertThat(line).hasSize(50));
        assertThat(fitted.lines().toList().get(2))
                .startsWith("A categor")
                .contains("…")
                .endsWith("   12KB       7");
        assertThat(fitted.lines().toList().get(3)).startsWith("B    ").endsWith("    1KB        ");
    }

    /** The lines of 'rss' are named for what they are: narrower gaps come before shorter names. */
    @Test
    void namesThatAreShortAlreadyStayWhole() {
        TextTable table = TextTable.ofFigures("Component", "Reserved", "Committed", "Resident", "Of RSS", "Is");
        table.add("Compressed Class Space", "1,048,576KB", "112,640KB", "111,568KB", "10.9 %", "exact");
        table.add("Native Libraries malloc", "5,033KB", "5,033KB", "933KB", "1.5 %", "estimate");

        assertThat(text(table, 76).lines())
                .allSatisfy(line -> assertThat(line).hasSize(76))
                .anySatisfy(line -> assertThat(line).startsWith("Native Libraries malloc "))
                .anySatisfy(line -> assertThat(line).startsWith("Compressed Class Space "));
        assertThat(text(table, 64).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(64));
    }

    @Test
    void gapsBetweenFiguresBecomeNarrowerWhereThatIsNotEnough() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "±", "Count", "Category", "Allocated at");
        table.add("225,115KB", "9,425KB", "879", "Direct Buffer", "io.nmt.Leak.leak(Leak.java:4)");

        assertThat(text(table, 39).lines())
                .containsExactly(
                        "    Bytes       ±  Count       Category",
                        "    Allocated at",
                        "-".repeat(39),
                        "225,115KB 9,425KB    879  Direct Buffer",
                        "    io.nmt.Leak.leak(Leak.java:4)");
    }

    @Test
    void alsoBehindNames() {
        TextTable table = TextTable.ofFigures("Component", "Reserved", "Committed", "Is");
        table.add("Native Libraries malloc", "6,172,672KB", "397,036KB", "exact");

        assertThat(text(table, 46).lines())
                .containsExactly(
                        "Component           Reserved  Committed     Is",
                        "-".repeat(46),
                        "Nativ…ies malloc 6,172,672KB  397,036KB  exact");
    }

    @Test
    void theLastFiguresAreLeftOutWhereNoLineFits() {
        TextTable table = TextTable.ofFigures("Component", "Reserved", "Committed", "Is");
        table.add("Native Libraries malloc", "6,172,672KB", "397,036KB", "exact");

        assertThat(text(table, 32).lines())
                .containsExactly(
                        "Component     Reserved Committed",
                        "-".repeat(32),
                        "Nat…malloc 6,172,672KB 397,036KB",
                        "Left out: Is. --wide shows all.");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 20, 25, 30, 35, 40, 45})
    void columnsWithoutACellInAnyWidth(int columns) {
        TextTable figuresFirst = TextTable.ofFiguresAndName("Threads", "Growth/min", "For", "Name", "Started at");
        figuresFirst.add("7", "", "", "worker-#", "io.nmt.bench.demo.Threads.start(Threads.java:35)");
        TextTable namesFirst = TextTable.ofFigures("Component", "Was in memory", "Limit", "Is");
        namesFirst.add("Native Libraries malloc", "6,172,672KB", "", "exact");

        assertThat(text(figuresFirst, columns)).contains("7").doesNotContain("For");
        assertThat(text(namesFirst, columns)).contains("6,172,672KB").doesNotContain("Limit");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 20, 40})
    void aTerminalOfAnyWidth(int columns) {
        TextTable figuresFirst = TextTable.ofFiguresAndName("Bytes", "Category", "Allocated at");
        figuresFirst.add("2,821KB", "Leaky Cache", "io.nmt.bench.demo.LeakyCache.allocate(LeakyCache.java:35)");
        TextTable namesFirst = TextTable.ofFigures("Component", "Reserved");
        namesFirst.add("Native Libraries malloc", "6,172,672KB");

        assertThat(text(figuresFirst, columns)).contains("2,821KB");
        assertThat(text(namesFirst, columns)).contains("6,172,672KB");
    }

    @Test
    void whatFitsStaysAsItIs() {
        TextTable table = TextTable.ofFiguresAndName("Bytes", "Name");
        table.add("1", "n");

        assertThat(text(table, 80)).isEqualTo(text(table, 0));
    }

    /** A terminal gives some characters two columns. */
    @Test
    void columnsAreThoseOfTheTerminal() {
        Letters wide = new Letters() {
            @Override
            public int columns(String text) {
                return text.charAt(0) < '\u3000' ? text.length() : 2 * text.length();
            }

            @Override
            public String shortened(String text, int most) {
                return text;
            }
        };
        TextTable table = TextTable.ofFigures("Category", "Current");
        table.add("画像キャッシュ", "12 MB");
        table.add("Zip", "7 MB");
        StringBuilder text = new StringBuilder();
        table.appendTo(text, new TextSpace(0, 0, 0, wide));

        assertThat(text).hasToString("""
                        Category         Current
                        ------------------------
                        画像キャッシュ     12 MB
                        Zip                 7 MB
                        """);
    }

    private static String text(TextTable table, int columns) {
        return text(table, columns, TextSpace.LEAST_NAME_COLUMNS);
    }

    private static String text(TextTable table, int columns, int leastNameColumns) {
        StringBuilder text = new StringBuilder();
        table.appendTo(text, new TextSpace(columns, 0, leastNameColumns, Letters.OF_ONE_COLUMN));
        return text.toString();
    }
}
