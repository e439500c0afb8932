package io.nmt.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.model.Scale;
import io.nmt.report.document.Column;
import io.nmt.report.document.Lines;
import io.nmt.report.document.Report;
import io.nmt.report.document.ReportJson;
import io.nmt.report.document.ReportText;
import io.nmt.report.document.Table;
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
        Report report = new Report(List.of(Lines.of("One.\n\nTwo: ", 5L << 20, ".\n"), table), 3L << 30);

        Report read = ReportReader.read(ReportJson.document(report));

        assertThat(read.largestBytes()).isEqualTo(3L << 30);
        assertThat(ReportText.of(read, Scale.MB))
                .isEqualTo(ReportText.of(report, Scale.MB))
                .contains("a?[1m", "3,072MB", "61 s", "Two: 5 MB.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{}",
                "{\"sections\":7}",
                "{\"sections\":[7]}",
                "{\"sections\":[{\"lines\":[\"a\",[]]}]}",
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
