package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.Accuracy;
import io.nmt.report.model.JvmBefore;
import io.nmt.report.model.JvmReading;
import io.nmt.report.model.JvmReading.Entries;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JVM's own memory, as a history first and last tells of it. */
class JvmPastTest {
    private static final long MB = 1 << 20;
    private static final long SECOND = 1_000_000_000L;

    private static HistoryReading past() {
        return HistoryReading.recorded(
                List.of(
                        new HistoryPoint.Builder(10_000)
                                .set(HistoryFigure.CODE, 3 * MB)
                                .build(),
                        new HistoryPoint.Builder(20_000)
                                .set(HistoryFigure.CODE, 4 * MB)
                                .set(HistoryFigure.STRINGS, MB)
                                .set(HistoryFigure.STRING_COUNT, 100)
                                .set(HistoryFigure.QUEUED, 7)
                                .set(HistoryFigure.COLLECTOR, 9 * MB)
                                .build(),
                        new HistoryPoint.Builder(60_000)
                                .set(HistoryFigure.CODE, 5 * MB)
                                .build()),
                id -> null,
                rising -> true);
    }

    @Test
    void firstFigures() {
        JvmBefore first = JvmPast.first(past());

        assertThat(first.nanos()).isEqualTo(50 * SECOND);
        assertThat(first.first().codeBytes()).isEqualTo(3 * MB);
        assertThat(first.first().strings()).isEqualTo(new Entries(100, MB, 0));
        assertThat(first.first().symbols()).isNull();
        assertThat(first.first().queued()).isEqualTo(7);
    }

    @Test
    void lastFiguresAreAsOldAsTheOldest() {
        JvmBefore last = JvmPast.last(past());

        assertThat(last.nanos()).isEqualTo(40 * SECOND);
        assertThat(last.first().codeBytes()).isEqualTo(5 * MB);
        assertThat(last.first().collectorBytes()).isEqualTo(9 * MB);
        assertThat(last.first().collectorAccuracy()).isEqualTo(Accuracy.ESTIMATE);
    }

    @Test
    void nothingIsUnknown() {
        HistoryReading none = HistoryReading.recorded(List.of(), id -> null, rising -> true);

        assertThat(JvmPast.last(none).first()).isEqualTo(JvmReading.UNKNOWN);
        assertThat(JvmPast.first(none).first()).isEqualTo(JvmReading.UNKNOWN);
    }
}
