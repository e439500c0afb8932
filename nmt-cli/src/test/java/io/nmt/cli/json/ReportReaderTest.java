package io.nmt.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Column;
import io.nmt.report.document.Curve;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Marked;
import io.nmt.report.document.Period;
import io.nmt.report.document.Plot;
import io.nmt.report.document.Report;
import io.nmt.report.document.Statements;
import io.nmt.report.document.Table;
import io.nmt.report.model.Basis;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Statement.Evidence;
import io.nmt.report.model.Statement.Kind;
import io.nmt.report.model.Statement.Next;
import io.nmt.report.model.Statement.Subject;
import io.nmt.report.model.Statement.SubjectType;
import io.nmt.report.render.ReportJson;
import io.nmt.report.render.ReportText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportReaderTest {
    @Test
    void readsWhatPeopleSee() {
        Table table = new Table(
                        "rows",
                        "Title: \"…\"",
                        List.of(
                                new Column("type", "Type", Column.Kind.LABEL),
                                Column.bytes("bytes", "Bytes"),
                                Column.data("hidden"),
                                Column.age("age", "Age")))
                .add("a\u001b[1m", 3L << 30, true, 0)
                .add("b", null, false, 61_000_000_000L)
                .total("Total", "?", null, null);
        Report report = new Report(List.of(Lines.of("One.\n\nTwo: ", 5L << 20, ".\n"), table));

        Report read = ReportReader.read(ReportJson.document(report));

        assertThat(ReportText.of(read, Scale.MB))
                .isEqualTo(ReportText.of(report, Scale.MB))
                .contains("a?[1m", "3,072MB", "61 s", "Two: 5 MB.");
    }

    @Test
    void readsStatementsTimesAndCurves() {
        Instant begin = Instant.parse("2026-11-24T09:00:00Z");
        Instant end = begin.plusSeconds(90);
        Curve curve = new Curve(Arrays.asList(null, 1L << 20, 3L << 20, null));
        Statement leak = new Statement(
                Kind.LEAK,
                new Subject(SubjectType.SITE, "com.acme.A.b(A.java:1)", "Unsafe", 7),
                5L << 20,
                3,
                1 << 20,
                2,
                begin.toEpochMilli(),
                List.of(new Evidence(Basis.STACKS, 2), new Evidence(Basis.SURVIVED_COLLECTIONS, 3)),
                Next.LEAKS);
        Table table = new Table(
                        "",
                        "Rises",
                        List.of(
                                new Column("", "Since", Column.Kind.TIME),
                                Column.bytes("", "Bytes"),
                                new Column("", "Course", Column.Kind.CURVE)))
                .add(begin, new Marked(2L << 20, "*"), curve);
        Report report = new Report(
                List.of(
                        Lines.of("From ", new Period(begin, end), ", at ", end, ".\n"),
                        new Plot(begin, end, curve),
                        new Statements(List.of(leak)),
                        table),
                end.toEpochMilli());

        Report read = ReportReader.read(ReportJson.document(report));

        assertThat(read.sections().subList(0, 3)).isEqualTo(report.sections().subList(0, 3));
        String text = ReportText.of(read, Scale.MB, ZoneOffset.UTC, 0);
        assertThat(text)
                .isEqualTo(ReportText.of(report, Scale.MB, ZoneOffset.UTC, 0))
                .contains("From 09:00:00 to 09:01:30 (Z), at 09:01:30.\n", "\n09:00:00    2MB*   ")
                .contains("LEAK com.acme.A.b(A.java:1): 5 MB ± 3 B Unsafe, +1 MB/min ± 2 B since 09:00:00."
                        + " From 2 call stacks. Survived 3 full collections. Next: 'nmt leaks PID'\n");
        assertThat(ReportText.of(read, Scale.MB, ZoneOffset.ofHours(3), 0))
                .contains("From 12:00:00 to 12:01:30 (+03:00)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{}",
                "{\"sections\":7}",
                "{\"sections\":[7]}",
                "{\"sections\":[{\"lines\":[\"a\",[]]}]}",
                "{\"sections\":[{\"lines\":[\"a\",{\"mark\":1}]}]}",
                "{\"sections\":[{\"title\":\"t\"}]}",
                "{\"sections\":[{\"title\":\"t\",\"columns\":[{\"title\":\"a\",\"kind\":\"NONE\"}],\"rows\":[]}]}",
                "{\"sections\":[{\"title\":\"t\",\"columns\":[{\"title\":\"a\",\"kind\":\"AGE\"}],\"rows\":[[1,2]]}]}",
                "{\"sections\":[{\"title\":\"t\",\"columns\":[],\"rows\":[]}]}",
            })
    void refusesWhatIsNoReport(String document) {
        assertThatThrownBy(() -> ReportText.of(ReportReader.read(document), Scale.B))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
