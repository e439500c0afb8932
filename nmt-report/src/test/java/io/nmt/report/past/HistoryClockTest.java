package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The calendar's clock is set by a day, or stands behind after a suspend, while the history goes on. */
class HistoryClockTest {
    private static final long MB = 1 << 20;
    private static final long START = Instant.parse("2026-11-24T09:00:00Z").toEpochMilli();
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int POINTS = 60;

    private final History history = new History();

    @Test
    void timesAreTodaysAndDurationsStay() {
        for (int i = 0; i < POINTS; i++) {
            history.add(new HistoryPoint.Builder(START + i * History.POINT_MILLIS)
                    .set(HistoryFigure.RSS, (100 + 5L * i) * MB)
                    .build());
        }
        history.happened(new HistoryEvent(START, HistoryEvent.Kind.ATTACH, "the agent was attached"));

        HistoryReading before = read(0);
        for (long ahead : new long[] {DAY, -DAY, Duration.ofMinutes(2).toMillis()}) {
            HistoryReading reading = read(ahead);

            assertThat(reading.points()).hasSize(POINTS);
            assertThat(reading.points().get(0).millis()).isEqualTo(START + ahead);
            assertThat(reading.points().get(1).get(HistoryFigure.RSS)).isEqualTo(105 * MB);
            assertThat(reading.events())
                    .containsExactly(
                            new HistoryEvent(START + ahead, HistoryEvent.Kind.ATTACH, "the agent was attached"));
            Rise rise = reading.rising(HistoryFigure.RSS).rise();
            Rise sameRise = before.rising(HistoryFigure.RSS).rise();
            assertThat(rise.sinceMillis()).isEqualTo(sameRise.sinceMillis() + ahead);
            assertThat(rise.forMillis()).isEqualTo(sameRise.forMillis());
            assertThat(rise.bytes()).isEqualTo(sameRise.bytes());
        }
    }

    private HistoryReading read(long aheadMillis) {
        return HistoryReading.of(history, 0, HistoryReading.Source.PROCESS, aheadMillis);
    }
}
