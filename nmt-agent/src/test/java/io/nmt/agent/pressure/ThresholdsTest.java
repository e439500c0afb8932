package io.nmt.agent.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdsTest {
    @Test
    void oneOrSeveralTheLowestFirst() {
        assertThat(Thresholds.parse("90%").rising()).containsExactly(new Threshold(90, 0));
        Thresholds several = Thresholds.parse("90%+75%+95%");
        assertThat(several.rising()).containsExactly(new Threshold(75, 0), new Threshold(90, 0), new Threshold(95, 0));
        assertThat(several.areParts()).isTrue();
        assertThat(several.crossed(749, 1000)).isZero();
        assertThat(several.crossed(750, 1000)).isEqualTo(1);
        assertThat(several.crossed(949, 1000)).isEqualTo(2);
        assertThat(several.crossed(2000, 1000)).isEqualTo(3);
        Thresholds bytes = Thresholds.parse("4GB+512MB");
        assertThat(bytes.highest()).isEqualTo(new Threshold(0, 4L << 30));
        assertThat(bytes.crossed(1L << 30, 4L << 30)).isEqualTo(1);
    }

    @Test
    void signalsBesideThem() {
        assertThat(Thresholds.parse("75%+psi:10%+high"))
                .isEqualTo(new Thresholds(List.of(new Threshold(75, 0)), 10, true));
        assertThat(Thresholds.parse("psi:5%")).isEqualTo(new Thresholds(List.of(new Threshold(90, 0)), 5, false));
        assertThat(Thresholds.parse("4GB+high").rising()).containsExactly(new Threshold(0, 4L << 30));
        assertThat(Thresholds.parse("90%").hasSignals()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "psi",
                "psi:",
                "psi:10",
                "psi:0%",
                "psi:101%",
                "psi:1MB",
                "high:1",
                "psi:10%+",
                "",
                "+",
                "90%+",
                "+90%",
                "90%+4GB",
                "90%+off",
                "75%++90%"
            })
    void nothingElse(String text) {
        assertThat(Thresholds.parse(text)).isNull();
    }
}
