package io.nmt.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Column;
import io.nmt.report.document.Facts;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Part;
import io.nmt.report.document.Report;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.TextSpace.Letters;
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
        return new Report(List.of(
                new Facts()
                        .add("growing", true)
                        .add("nothing", null)
                        .add("span.begin", 1)
                        .add("span.end", 2),
                new Lines("Said first.\n"),
                table(),
                new Lines("\nSaid last.\n")));
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

    private static Report answered(int rows) {
        Table table = new Table("", "Sites", List.of(Column.count("", "Count"), Column.name("", "Site")));
        for (int i = 0; i < rows; i++) {
            table.add(i, "a.B");
        }
        Statements answer = new Statements(List.of(
                statement(Kind.LEAK, "com.acme.Cache.put(Cache.java:35)", Next.LEAKS),
                statement(Kind.HELD, "com.acme.Pool.fill(Pool.java:7)", Next.SITES)));
        return new Report(List.of(answer, table));
    }

    private static Statement statement(Kind kind, String name, Next next) {
        Subject subject = new Subject(SubjectType.SITE, name, "Unsafe", 1);
        return new Statement(kind, subject, 5 << 20, 0, 0, 0, Statement.UNKNOWN, List.of(), next);
    }

    private static String onTerminal(Report report, int rows) {
        return ReportText.of(report, null, null, new TextSpace(80, rows, 24, Letters.OF_ONE_COLUMN));
    }

    @Test
    void anAnswerThatScrollsAwayIsSaidAgain() {
        String leak = "LEAK com.acme.Cache.put(Cache.java:35): 5 MB Unsafe. Next: 'nmt leaks PID'\n";
        String held = "HELD com.acme.Pool.fill(Pool.java:7): 5 MB Unsafe. Next: 'nmt sites PID'\n";

        assertThat(onTerminal(answered(20), 24)).endsWith("a.B\n\n" + leak + held);
        assertThat(onTerminal(answered(20), 3)).endsWith("a.B\n\n" + leak + "1 more statement is above.\n");
    }

    @Test
    void anAnswerThatStaysIsSaidOnce() {
        assertThat(onTerminal(answered(3), 24)).endsWith("a.B\n").isEqualTo(onTerminal(answered(3), 0));
    }

    @Test
    void theStepThatWasTypedIsNoNextStep() {
        Report shown = answered(1).withoutNext(next -> next == Next.LEAKS);

        assertThat(ReportText.of(shown, null)).contains("nmt sites PID").doesNotContain("nmt leaks");
    }

    @Test
    void jsonHasTheKeysOfColumnsAndNoFieldWithoutValue() {
        assertThat(ReportJson.of(report()))
                .isEqualTo("{\"growing\":true,\"span\":{\"begin\":1,\"end\":2},\"sites\":["
                        + "{\"site\":\"a.B\",\"liveBytes\":2048,\"ageNanos\":9000000000,\"threads\":[\"x\",\"y\"],"
                        + "\"below\":[{\"size\":7},{\"size\":8}],"
                        + "\"before\":{\"count\":4,\"open\":5},\"after\":{\"open\":6}},"
                        + "{\"site\":\"c.D\",\"ageNanos\":0,\"after\":{\"open\":1}}]}");
    }

    /** Programs have its columns by object, in whatever order people read them. */
    @Test
    void aPartIsAnObjectForPrograms() {
        Table changes = new Table(
                        "all",
                        "Changes",
                        List.of(
                                Column.bytes("after.bytes", "Now"),
                                Column.change("change.bytes", "+/-"),
                                Column.count("after.count", "Count"),
                                Column.countChange("change.count", "+/-"),
                                new Column("", "Name", Column.Kind.LABEL)))
                .add(3072, 1024, 2, -1, "a")
                .add(0, 0, 2, 0, "b");
        Report report = new Report(
                List.of(new Facts().addNull("gone"), new Part("part", List.of(new Lines("One.\n"), changes))));

        assertThat(ReportText.of(report, Scale.KB)).isEqualTo("""
                One.

                Changes
                Name   Now    +/-   Count   +/-
                -------------------------------
                a      3KB   +1KB       2    -1
                b      0KB              2      \n""");
        assertThat(ReportJson.of(report))
                .isEqualTo("{\"gone\":null,\"part\":{\"all\":["
                        + "{\"after\":{\"bytes\":3072,\"count\":2},\"change\":{\"bytes\":1024,\"count\":-1}},"
                        + "{\"after\":{\"bytes\":0,\"count\":2},\"change\":{\"bytes\":0,\"count\":0}}]}}");
    }

    @Test
    void aTotalIsUnderARuleAndAnObject() {
        List<Column> columns =
                List.of(new Column("type", "Category", Column.Kind.LABEL), Column.count("count", "Count"));
        Table table = new Table("categories", "Memory", columns).add("Zip", 1).total("Total", 1);

        assertThat(ReportText.of(new Report(List.of(table)), Scale.B)).isEqualTo("""
                Memory
                Category   Count
                ----------------
                Zip            1
                ----------------
                Total          1
                """);
        assertThat(ReportJson.of(new Report(List.of(table))))
                .isEqualTo(
                        "{\"categories\":[{\"type\":\"Zip\",\"count\":1}],\"total\":{\"type\":\"Total\",\"count\":1}}");
    }

    @Test
    void bytesInSentencesAreInTheUnitThatFits() {
        Lines lines = Lines.of("All hold ", 3L << 20, ".\n");

        assertThat(ReportText.of(new Report(List.of(lines)), Scale.KB)).isEqualTo("All hold 3 MB.\n");
        assertThat(ReportText.of(new Report(List.of(lines)), Scale.B)).isEqualTo("All hold 3,145,728 B.\n");
    }

    @Test
    void theFirstTitleNamesAUnitThatFiguresDoNotBear() {
        Table counts = new Table("", "Counts", List.of(Column.count("", "Count"), Column.name("", "Name")));
        Table bytes = new Table("", "Sizes", List.of(Column.bytes("", "Bytes"), Column.name("", "Name")));

        assertThat(ReportText.of(new Report(List.of(counts, bytes, bytes)), Scale.B)
                        .lines())
                .contains("Counts", "Sizes, in bytes", "Sizes");
        assertThat(ReportText.of(new Report(List.of(bytes)), Scale.MB)).startsWith("Sizes\n");
    }

    @Test
    void programsAlonePeopleAlone() {
        Report report = new Report(List.of(
                Table.data("x", List.of(Column.count("n", "N"))).add(1),
                new Table("", "Title", List.of(Column.name("", "Name"))).add("a")));

        assertThat(ReportText.of(report, Scale.B)).doesNotContain("N\n1").startsWith("Title\n");
        assertThat(ReportJson.of(report)).isEqualTo("{\"x\":[{\"n\":1}]}");
    }

    @Test
    void aDocumentHasWhatPeopleRead() {
        assertThat(ReportJson.document(report()))
                .isEqualTo("{\"atMillis\":0,\"sections\":[{\"lines\":[\"Said first.\\u000a\"]},"
                        + "{\"title\":\"Sites (3, 2 shown)\",\"columns\":["
                        + "{\"title\":\"Made at\",\"kind\":\"NAME\"},{\"title\":\"Bytes\",\"kind\":\"BYTES\"},"
                        + "{\"title\":\"Shown\",\"kind\":\"COUNT\"},{\"title\":\"Age\",\"kind\":\"AGE\"}],"
                        + "\"rows\":[[\"a.B\",2048,3,9000000000],[\"c.D\",null,\"?\",0]]},"
                        + "{\"lines\":[\"\\u000aSaid last.\\u000a\"]}]}");
    }
}
