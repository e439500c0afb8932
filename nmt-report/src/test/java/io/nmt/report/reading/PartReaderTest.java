package io.nmt.report.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.reading.PartReader.Parts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The history asks for compilers and the collector once a minute, and takes what a command has read. */
class PartReaderTest {
    private static final long SECOND = 1_000_000_000L;

    private long nanos;
    private int asked;
    private final PartReader reader = new PartReader(this::parts, () -> nanos);

    private Parts parts() {
        asked++;
        return new Parts(asked, 0, null, "g1", List.of());
    }

    private int newIn(int seconds, boolean mayRead) {
        int told = 0;
        for (int i = 0; i < seconds; i++) {
            nanos += SECOND;
            told += reader.next(mayRead) == null ? 0 : 1;
        }
        return told;
    }

    @Test
    void aShortProgramIsNotAsked() {
        assertThat(newIn(19, true)).isZero();
        assertThat(newIn(1, true)).isOne();
    }

    @Test
    void onceAMinute() {
        newIn(20, true);
        assertThat(newIn(600, true)).isEqualTo(10);
        assertThat(asked).isEqualTo(11);
    }

    @Test
    void whatACommandReadIsTakenOnce() {
        reader.read();
        assertThat(reader.next(false)).isNotNull();
        assertThat(newIn(59, true)).isZero();
        assertThat(asked).isOne();
    }

    @Test
    void whereItMayNotReadItDoesNot() {
        assertThat(newIn(600, false)).isZero();
    }
}
