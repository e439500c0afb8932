package io.nmt.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "119, 119 s",
        "120, 2 min",
        "160, 2 min 40 s",
        "599, 9 min 59 s",
        "601, 10 min",
        "7199, 119 min",
        "7200, 2 h",
        "10799, 2 h 59 min",
        "36100, 10 h",
        "172799, 47 h",
        "172800, 2 d",
        "259199, 2 d 23 h",
        "864000, 10 d"
    })
    void isLowByATenthAtTheMost(long seconds, String text) {
        assertThat(Ages.format(seconds * 1_000_000_000)).isEqualTo(text);
    }
}
