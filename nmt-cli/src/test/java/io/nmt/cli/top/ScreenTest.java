package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.cli.terminal.Width;
import io.nmt.cli.top.Key.Kind;
import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.render.ReportJson;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import io.nmt.report.top.TopReport;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The screen's text, and its changes by keys. */
class ScreenTest {
    private static final Target TARGET = new Target("com.acme.Server", 25, Row.UNKNOWN, 524_288, 1L << 30, 1);

    private final Model model = new Model(4711);
    private final View view = new View(Listing.CATEGORIES);

    private static Row row(Listing listing, String key, String group, String name, long bytes, long count) {
        return new Row(listing, key, group, name, bytes, bytes / 10, count, bytes, 5000, 100, bytes > 5_000_000);
    }

    private static ReadingBuilder text() {
        return new ReadingBuilder()
                .figure(HistoryFigure.RSS, 300L << 20)
                .figure(HistoryFigure.CGROUP, 384L << 20)
                .figure(HistoryFigure.LIMIT, 512L << 20)
                .figure(HistoryFigure.HEAP, 200L << 20)
                .figure(HistoryFigure.HEAP_USED, 100L << 20)
                .figure(HistoryFigure.TRACKED, 12_000_000)
                .figure(HistoryFigure.BLOCKS, 42)
                .figure(HistoryFigure.THREADS, 17)
                .trackedPeak(13_000_000)
                .row(row(Listing.CATEGORIES, "Direct Buffer", "Direct Buffer", "Direct Buffer", 9_000_000, 2))
                .row(row(Listing.CATEGORIES, "Unsafe", "Unsafe", "Unsafe", 3_000_000, 40))
                .length(Listing.CATEGORIES, 2);
    }

    private void read(Listing listing, Row... rows) {
        ReadingBuilder text = text().length(listing, rows.length);
        List.of(rows).forEach(text::row);
        model.add(
                view.query(),
                ReadingReader.read(ReportJson.of(
                        TopReport.of(text.stack("at a.B.c(B.java:1)").build(TARGET)))),
                1_000_000);
    }

    private String draw(int columns, int rows) {
        List<ScreenLine> lines = Screen.draw(model, view, "every 2 s", columns, rows);
        assertThat(lines).hasSize(rows);
        assertThat(lines).allSatisfy(line -> assertThat(Width.of(line.text())).isLessThanOrEqualTo(columns));
        return String.join("\n", lines.stream().map(ScreenLine::text).toList());
    }

    private void press(String keys) {
        keys.chars().forEach(c -> view.press(Key.of(c), model, Screen.shown(model, 24)));
    }

    private void press(Kind kind) {
        view.press(Key.of(kind), model, Screen.shown(model, 24));
    }

    @Test
    void residentMemoryAgainstItsLimit() {
        read(Listing.CATEGORIES);
        assertThat(draw(80, 24))
                .contains("RSS        300 MB", "[██████▒▒  ] 75 % of limit 512 MB")
                .contains("of 200 MB committed; at most 1 GB")
                .contains("peak 12.4 MB; 42 blocks")
                .startsWith("nmt top 4711  com.acme.Server  JDK 25, 17 threads")
                .contains("every 2 s");
    }

    static Statement statement(Statement.Kind kind, String name) {
        return new Statement(
                kind,
                new Statement.Subject(Statement.SubjectType.SITE, name, "Unsafe", 1),
                9 << 20,
                0,
                3 << 20,
                0,
                1_000_000,
                List.of(),
                Statement.Next.LEAKS);
    }

    private void readStatements(String... leaks) {
        List<Statement> all = Stream.of(leaks)
                .map(name -> statement(Statement.Kind.LEAK, name))
                .toList();
        model.add(view.query(), text().statements(all, 2_000_000).build(TARGET), 1_000_000);
    }

    @Test
    void showsTheWorstStatementsAboveTheListAsManyAsFit() {
        readStatements("a.B.c(B.java:1)", "a.B.d(B.java:2)", "a.B.e(B.java:3)", "a.B.f(B.java:4)");
        assertThat(draw(80, 24))
                .containsSubsequence(
                        "LEAK a.B.c(B.java:1): 9 MB Unsafe, +3 MB/min since ",
                        "LEAK a.B.d(B.java:2)",
                        "... and 2 more: nmt explain 4711",
                        "[1 Categories]");
        assertThat(Screen.shown(model, 24)).isEqualTo(12);
        assertThat(draw(80, 40)).contains("a.B.f(B.java:4)").doesNotContain("more:");
        assertThat(draw(80, 14)).contains("a.B.c").doesNotContain("a.B.d");
        assertThat(draw(80, 13)).doesNotContain("LEAK");
        assertThat(draw(45, 24)).contains("LEAK a.B.c(B.java:1): 9 MB Unsafe, +3 MB/min.\n");

        read(Listing.CATEGORIES); // an older agent tells none
        assertThat(draw(80, 24)).doesNotContain("LEAK");
    }

    @Test
    void fitsEveryTerminal() {
        read(Listing.CATEGORIES);
        for (int columns = 1; columns < 130; columns++) {
            for (int rows = 1; rows < 40; rows++) {
                draw(columns, rows);
            }
        }
        assertThat(draw(20, 5)).startsWith("nmt top needs 40x10,");
        assertThat(draw(40, 10)).contains("Direct Buffer");
    }

    @Test
    void sortsByAnyColumnEitherWay() {
        read(Listing.CATEGORIES);
        assertThat(draw(80, 24)).contains("Bytes▼").containsSubsequence(">8.58 MB", " 2.86 MB");
        press("ss");
        assertThat(draw(80, 24)).contains("Blocks▼").containsSubsequence(">2.86 MB", " 8.58 MB");
        press("r");
        assertThat(draw(80, 24)).contains("Blocks▲").containsSubsequence(">8.58 MB", " 2.86 MB");
        press("<<");
        assertThat(draw(80, 24)).contains("Bytes▼");
    }

    @Test
    void leadsFromACategoryToAStackAndBack() {
        read(Listing.CATEGORIES);
        press("j");
        press(Kind.ENTER);
        assertThat(view.query()).isEqualTo(new Query(Listing.CATEGORY_SITES, null, false));
        assertThat(draw(80, 24)).contains("> Unsafe", "reading ...");

        read(
                Listing.CATEGORY_SITES,
                row(Listing.CATEGORY_SITES, "1", "Direct Buffer", "a.Other.call(Other.java:1)", 6_000_000, 1),
                row(Listing.CATEGORY_SITES, "2", "Unsafe", "a.Mine.call(Mine.java:2)", 6_000_000, 1));
        assertThat(draw(80, 24))
                .contains("a.Mine.call", "growth 4.88 KB ± 100 B a minute, more than chance")
                .doesNotContain("a.Other.call");

        press(Kind.ENTER);
        assertThat(view.query()).isEqualTo(new Query(Listing.CATEGORY_SITES, "2", false));
        read(Listing.CATEGORY_SITES);
        assertThat(draw(80, 24)).contains("> stack of Mine.call:2", "at a.B.c(B.java:1)");

        press(Kind.ESCAPE);
        press(Kind.BACKSPACE);
        assertThat(draw(80, 24)).contains("[1 Categories]", ">2.86 MB");
    }

    @Test
    void whatIsChosenStaysChosenWhenTheOrderChanges() {
        read(Listing.CATEGORIES);
        press("jss");
        assertThat(draw(80, 24)).contains(">2.86 MB");
        press(Kind.DOWN);
        assertThat(draw(80, 24)).contains(">8.58 MB", " 2/2");
        press(Kind.PAGE_DOWN);
        press(Kind.UP);
        assertThat(draw(80, 24)).contains(" 1/2");
    }

    @Test
    void pagesOfALongList() {
        view.press(Key.of('2'), model, 15);
        Row[] rows = new Row[100];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(Listing.SITES, Integer.toString(i), "Unsafe", "a.B.c(B.java:" + i + ")", 1000 - i, 1);
        }
        read(Listing.SITES, rows);
        press(Kind.END);
        assertThat(draw(80, 24)).contains("100/100", "B.java:99").doesNotContain("B.java:1)");
        press(Kind.HOME);
        assertThat(draw(80, 24)).contains("1/100", "B.java:0");
    }

    @Test
    void findsByName() {
        read(Listing.CATEGORIES);
        press("/UNS");
        assertThat(draw(80, 24)).contains("/UNS_", "2.86 MB").doesNotContain("8.58 MB");
        press(Kind.ENTER);
        assertThat(draw(80, 24)).contains("/ UNS").doesNotContain("8.58 MB");
        press(Kind.ESCAPE);
        assertThat(draw(80, 24)).contains("8.58 MB");
        press("/q");
        assertThat(view.isEnded()).isFalse();
        assertThat(draw(80, 24)).contains("No name contains that.");
    }

    @Test
    void keysOfItsStates() {
        read(Listing.CATEGORIES);
        press("p");
        assertThat(draw(80, 24)).contains("paused");
        press(" h");
        assertThat(draw(80, 24)).contains("any key: back", "Growth/min").doesNotContain("paused");
        press("x");
        press(Kind.BACK_TAB);
        assertThat(view.tab()).isEqualTo(Listing.HANDLES);
        press(Kind.TAB);
        assertThat(view.tab()).isEqualTo(Listing.CATEGORIES);
        press(Kind.INTERRUPT);
        assertThat(view.isEnded()).isTrue();
    }

    @Test
    void namesCannotBreakTheScreen() {
        view.press(Key.of('2'), model, 15);
        String hostile = "\u001b[2J\n\t漢字" + "漢".repeat(300) + "\u202e";
        read(Listing.SITES, row(Listing.SITES, "1", hostile, hostile, 1000, 1));
        assertThat(draw(80, 24)).contains("漢").doesNotContain("\u001b", "\t", "\u202e");
        press(Kind.ENTER);
        draw(80, 24);
    }

    /** A rate that a statement tells is in the row, too, before the screen has seen a minute. */
    @Test
    void withoutATerminalLinesWithWholeNames() {
        Reading reading = text().build(TARGET);
        assertThat(PlainTop.block(4711, Listing.CATEGORIES, reading, 1, LocalTime.of(12, 0)))
                .isEqualTo("""
                        12:00:00 Process 4711, com.acme.Server, JDK 25, 17 threads
                        RSS 300 MB: 75 % of limit 512 MB (the container uses 384 MB)
                        Heap used 100 MB: of 200 MB committed; at most 1 GB
                        Tracked 11.4 MB: peak 12.4 MB; 42 blocks
                          Bytes     Peak  Blocks  Growth/min   Category
                        8.58 MB  8.58 MB       2     4.88 KB!  Direct Buffer
                        ... and 1 more
                        """);
    }
}
