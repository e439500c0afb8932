package io.nmt.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.report.model.Statement;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.render.ReportJson;
import io.nmt.report.top.Listing;
import io.nmt.report.top.Reading;
import io.nmt.report.top.ReadingBuilder;
import io.nmt.report.top.Row;
import io.nmt.report.top.Target;
import io.nmt.report.top.TopReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The answer of a process to {@code top}: written as any report, read as it was. */
class ReadingReaderTest {
    private static final Target TARGET = new Target("com.acme.Server", 25, Row.UNKNOWN, 524_288, 1L << 30, 7);

    private static ReadingBuilder reading(String name) {
        ReadingBuilder reading = new ReadingBuilder().notTracked("JNA").trackedPeak(12);
        for (Listing listing : Listing.values()) {
            reading.length(listing, 3)
                    .row(new Row(listing, "1", "group", name, 1000, 100, 2, 3, 4, 5, true))
                    .row(new Row(listing, "2", "", name, 9, 0, Row.UNKNOWN, Row.UNKNOWN, Row.UNKNOWN, 0, false));
        }
        long value = 0;
        for (HistoryFigure figure : HistoryFigure.values()) {
            reading.figure(figure, value++);
        }
        return reading.stack("at a.B.c(B.java:1)").past(Reading.series(HistoryFigure.RSS), 2000, 1L << 30);
    }

    private static String json(Reading reading) {
        return ReportJson.of(TopReport.of(reading));
    }

    @Test
    void nothingIsLost() {
        Statement leak =
                ScreenTest.statement(Statement.Kind.LEAK, "a.B.c(B.java:1)").withNext(Statement.Next.NONE);
        Reading whole = reading("a name").statements(List.of(leak), 1_000_000).build(TARGET);
        assertThat(ReadingReader.read(json(whole))).isEqualTo(whole);
    }

    @Test
    void eachFigureHasTheNameThatItHasElsewhere() {
        assertThat(json(reading("a").build(TARGET)))
                .contains("\"heapUsedBytes\":6", "\"peakBytes\":3", "\"inUseBytes\":3", "\"created\":2", "\"lost\":2");
    }

    @Test
    void namesCannotEndALine() {
        Reading read = ReadingReader.read(json(reading("a\nb\tc").build(TARGET)));
        assertThat(read.rows()).extracting(Row::name).containsOnly("a?b?c");
    }

    @Test
    void whatIsNoReadingIsRefused() {
        for (String other : List.of("", "{}", "[]", "{\"process\":1}", "figure\tRSS\t1\n")) {
            assertThatThrownBy(() -> ReadingReader.read(other)).as(other).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
