package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Scale;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One value, as text and as JSON. */
class ReportTest {
    private static final long SECOND = 1_000_000_000;
    private static final List<Column> COLUMNS = List.of(
            Column.name("site", "Made at"),
            Column.bytes("liveBytes", "Bytes"),
            Column.count("", "Shown"),
            Column.data("before.count"),
            Column.data("before.open"),
            Column.data("after.open"),
            Column.age("ageNanos", "Age"),
            Column.data("threads"),
            Column.data("below"));

    private static Table table() {
        Table below = Table.data("", List.of(Column.data("size"))).add(7).add(8);
        return new Table("sites", Table.title("Sites", 3, 2), COLUMNS)
                .add("a.B", 2048, 3, 4, 5, 6, 9 * SECOND, List.of("x", "y"), below)
                .add("c.D", null, "?", null, null, 1, 0, null, null);
    }

    private static Report report() {
        return new Report(
                List.of(
                        new Facts()
                                .add("growing", true)
                                .add("nothing", null)
                                .add("span.begin", 1)
                                .add("span.end", 2),
                        new Lines("Said first.\n"),
                        table(),
                        new Lines("\nSaid last.\n")),
                2048);
    }

    @Test
    void textHasNamesLastAndNothingForZeroAges() {
        assertThat(ReportText.of(report(), Scale.KB)).isEqualTo("""
                Said first.

                Sites (3, 2 shown)
                Bytes   Shown   Age   Made at
                -----------------------------
                  2KB       3   9 s   a.B
                            ?         c.D

                Said last.
                """);
    }

    @Test
    void jsonHasTheKeysOfColumnsAndNoFieldWithoutValue() {
        assertThat(ReportJson.of(report()))
                .isEqualTo("{\"growing\":true,\"span\":{\"begin\":1,\"end\":2},\"sites\":["
                        + "{\"site\":\"a.B\",\"liveBytes\":2048,\"before\":{\"count\":4,\"open\":5},"
                        + "\"after\":{\"open\":6},"
                        + "\"ageNanos\":9000000000,\"threads\":[\"x\",\"y\"],\"below\":[{\"size\":7},{\"size\":8}]},"
                        + "{\"site\":\"c.D\",\"after\":{\"open\":1},\"ageNanos\":0}]}");
    }

    @Test
    void aTotalIsUnderARuleAndAnObject() {
        List<Column> columns =
                List.of(new Column("type", "Category", Column.Kind.LABEL), Column.count("count", "Count"));
        Table table = new Table("categories", "Memory", columns).add("Zip", 1).total("Total", 1);

        assertThat(ReportText.of(List.of(table), Scale.B)).isEqualTo("""
                Memory
                Category   Count
                ----------------
                Zip            1
                ----------------
                Total          1
                """);
        assertThat(ReportJson.of(new Report(List.of(table), 0)))
                .isEqualTo(
                        "{\"categories\":[{\"type\":\"Zip\",\"count\":1}],\"total\":{\"type\":\"Total\",\"count\":1}}");
    }

    @Test
    void bytesInSentencesAreInTheUnitThatFits() {
        Lines lines = Lines.of("All hold ", 3L << 20, ".\n");

        assertThat(ReportText.of(List.of(lines), Scale.KB)).isEqualTo("All hold 3 MB.\n");
        assertThat(ReportText.of(List.of(lines), Scale.B)).isEqualTo("All hold 3,145,728 B.\n");
    }

    @Test
    void theFirstTitleNamesAUnitThatFiguresDoNotBear() {
        Table counts = new Table("", "Counts", List.of(Column.count("", "Count"), Column.name("", "Name")));
        Table bytes = new Table("", "Sizes", List.of(Column.bytes("", "Bytes"), Column.name("", "Name")));

        assertThat(ReportText.of(List.of(counts, bytes, bytes), Scale.B).lines())
                .contains("Counts", "Sizes, in bytes", "Sizes");
        assertThat(ReportText.of(List.of(bytes), Scale.MB)).startsWith("Sizes\n");
    }

    @Test
    void programsAlonePeopleAlone() {
        Report report = new Report(
                List.of(
                        Table.data("x", List.of(Column.count("n", "N"))).add(1),
                        new Table("", "Title", List.of(Column.name("", "Name"))).add("a")),
                0);

        assertThat(ReportText.of(report, Scale.B)).doesNotContain("N\n1").startsWith("Title\n");
        assertThat(ReportJson.of(report)).isEqualTo("{\"x\":[{\"n\":1}]}");
    }

    @Test
    void aDocumentHasWhatPeopleRead() {
        assertThat(ReportJson.document(report()))
                .isEqualTo("{\"largestBytes\":2048,\"sections\":[{\"lines\":[\"Said first.\\u000a\"]},"
                        + "{\"title\":\"Sites (3, 2 shown)\",\"columns\":["
                        + "{\"title\":\"Made at\",\"kind\":\"NAME\"},{\"title\":\"Bytes\",\"kind\":\"BYTES\"},"
                        + "{\"title\":\"Shown\",\"kind\":\"COUNT\"},{\"title\":\"Age\",\"kind\":\"AGE\"}],"
                        + "\"rows\":[[\"a.B\",2048,3,9000000000],[\"c.D\",null,\"?\",0]]},"
                        + "{\"lines\":[\"\\u000aSaid last.\\u000a\"]}]}");
    }
}
