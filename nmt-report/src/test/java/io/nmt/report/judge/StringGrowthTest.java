package io.nmt.report.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.document.StatementText;
import io.nmt.report.model.Statement;
import io.nmt.report.model.Times;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryFigure;
import io.nmt.report.past.HistoryPoint;
import io.nmt.report.past.HistoryReading;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Growth of interned strings: of their table, which is beside the heap. */
class StringGrowthTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final int POINTS = 60;
    private static final int BYTES_OF_STRING = 1_016; // with its node

    /** It was told as 60 MB beside the heap, which is a part of RSS that RSS has not. */
    @Test
    void theirBytesAreNotOfTheTable() {
        History history = new History();
        for (int i = 0; i <= POINTS; i++) {
            history.add(new HistoryPoint.Builder(NOW + (i - POINTS) * History.POINT_MILLIS)
                    .set(HistoryFigure.STRINGS, i * 1_000_000L)
                    .set(HistoryFigure.STRING_COUNT, i * 1_000_000L / BYTES_OF_STRING)
                    .build());
        }
        List<Statement> all = ComponentGrowth.of(HistoryReading.of(history, 0), List.of(), null);
        assertThat(StatementText.of(all, new Times(ZoneOffset.UTC, NOW)))
                .singleElement()
                .asString()
                .startsWith("GROWING Interned strings: 2.42 MB in memory, +248 KB/min")
                .contains("Count: 59,055 strings. The strings are in the Java heap: at most 56.3 MB, +5.63 MB/min.");
    }
}
