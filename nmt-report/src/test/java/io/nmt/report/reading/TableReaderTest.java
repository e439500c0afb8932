package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.model.JvmReading.Entries;
import org.junit.jupiter.api.Test;

/** The JVM's tables are asked seldom, since it stops the application to answer. */
class TableReaderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final long MB = 1 << 20;

    private long nanos;
    private long stringBytes = MB;
    private long tookNanos = MILLI;
    private boolean told = true;
    private int asked;
    private final TableReader tables = new TableReader(this::strings, () -> new Entries(10, 0, MB), () -> nanos);

    private Entries strings() {
        asked++;
        nanos += tookNanos;
        return told ? new Entries(stringBytes / 100, 0, stringBytes) : null;
    }

    private int askedIn(int seconds, long grownBytesEachSecond) {
        int before = asked;
        for (int i = 0; i < seconds; i++) {
            nanos += SECOND;
            stringBytes += grownBytesEachSecond;
            if (tables.isDue()) {
                tables.read();
            }
        }
        return asked - before;
    }

    @Test
    void aShortProgramIsNotAsked() {
        assertThat(askedIn(19, MB)).isZero();
        assertThat(askedIn(1, 0)).isOne();
    }

    @Test
    void aQuietProgramIsAskedOnceAMinute() {
        assertThat(askedIn(20 + 600, 0)).isBetween(11, 12);
    }

    @Test
    void whatGrowsIsAskedInAThousandthOfTheTime() {
        askedIn(80, MB);
        assertThat(askedIn(300, MB)).isBetween(280, 300);
        stringBytes = 100 * MB; // a million
        tookNanos = 50 * MILLI;
        assertThat(askedIn(300, MB)).isBetween(4, 8);
    }

    @Test
    void aBusyMachineMakesNoQuestionDear() {
        askedIn(80, MB / 10);
        tookNanos = 100 * MILLI;
        assertThat(askedIn(60, MB / 10)).isBetween(6, 15);
    }

    @Test
    void whatNoLongerGrowsIsAskedOnceAMinuteAgain() {
        askedIn(80, MB);
        askedIn(30, 0);
        assertThat(askedIn(120, 0)).isBetween(1, 2);
    }

    /** While it makes a table larger, the JVM does not tell of it. */
    @Test
    void whatIsNotToldIsUnknownToTheHistoryAndAsBeforeToCommands() {
        askedIn(20, 0);
        told = false;
        nanos += 61 * SECOND;
        assertThat(tables.read().strings()).isNull();
        assertThat(tables.last().strings().bytes()).isEqualTo(MB);
    }

    @Test
    void theHistoryTakesWhatACommandHasRead() {
        askedIn(80, 0);
        assertThat(tables.takeNew()).isNull();
        nanos += 10 * SECOND;
        stringBytes = 2 * MB;
        tables.last();
        assertThat(tables.takeNew().strings().bytes()).isEqualTo(2 * MB);
        assertThat(tables.takeNew()).isNull();
    }

    @Test
    void aCommandWaitsForAHundredTimesAsLong() {
        tables.last();
        nanos += SECOND;
        tables.last();
        assertThat(asked).isEqualTo(2);
        nanos += 99 * MILLI;
        tables.last();
        assertThat(asked).isEqualTo(2);
        nanos += 2 * MILLI;
        tables.last();
        assertThat(asked).isEqualTo(3);
    }
}
