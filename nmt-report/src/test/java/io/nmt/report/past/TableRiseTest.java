package io.nmt.report.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Tables of the JVM, which are read the more seldom the larger they are, and once a minute where they do not grow. */
class TableRiseTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000;
    private static final long QUIET = 100 * SECOND;
    private static final long BYTES_OF_STRING = 96;

    /** Reads as the history does: a million strings each 50 s at the most. */
    private static HistoryReading reading(long untilMillis, LongUnaryOperator bytes) {
        History history = new History();
        long readAt = 0;
        long read = 0;
        boolean grows = true;
        for (long time = 0; time <= untilMillis; time += History.FINE_MILLIS) {
            HistoryPoint.Builder point = new HistoryPoint.Builder(time).set(HistoryFigure.CODE, 12 * MIB);
            long wait = grows ? SECOND / 2 + read / BYTES_OF_STRING / 20 : 60 * SECOND;
            if (time >= 20 * SECOND && time - readAt >= wait) {
                long now = bytes.applyAsLong(time);
                grows = (now - read) * 60 * SECOND >= MIB * (time - readAt);
                read = now;
                readAt = time;
                point.set(HistoryFigure.STRINGS, now);
            }
            history.add(point.build());
        }
        return HistoryReading.of(history, 0, HistoryReading.Source.LEFT, 0);
    }

    private static Rise strings(long afterMillis, LongUnaryOperator bytes) {
        Rising rising = reading(QUIET + afterMillis, bytes).rising(HistoryFigure.STRINGS);
        return rising == null ? null : rising.rise();
    }

    private static LongUnaryOperator leak(long megabytesPerMinute) {
        return time -> 700 * KIB + Math.max(0, time - QUIET) * megabytesPerMinute * MIB / (60 * SECOND);
    }

    /** 53 MB a minute was HELD for minutes: 16 points with a reading were never there. */
    @Test
    void areToldToGrowByFewReadings() {
        for (long perMinute : new long[] {10, 25, 53}) {
            Rise rise = strings(120 * SECOND, leak(perMinute));
            assertThat(rise).as(perMinute + " MB a minute").isNotNull();
            assertThat(rise.bytesPerMinute()).isBetween(perMinute * MIB * 9 / 10, perMinute * MIB * 11 / 10);
            assertThat(rise.sinceMillis()).isBetween(QUIET - 15 * SECOND, QUIET + 15 * SECOND);
            assertThat(strings(240 * SECOND, leak(perMinute)).bytesPerMinute())
                    .isBetween(perMinute * MIB * 9 / 10, perMinute * MIB * 11 / 10);
        }
    }

    /** The line between two readings is no rise by itself. */
    @Test
    void aJumpBetweenReadingsIsNoRise() {
        LongUnaryOperator jump = time -> time < QUIET ? MIB : 30 * MIB;
        for (long after = 0; after < 400 * SECOND; after += History.FINE_MILLIS) {
            assertThat(strings(after, jump)).isNull();
        }
    }
}
