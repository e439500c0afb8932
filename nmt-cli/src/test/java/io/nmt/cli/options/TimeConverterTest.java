package io.nmt.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeConverterTest {
    @ParameterizedTest
    @CsvSource({
        "10s,10000",
        "5m,300000",
        "5min,300000",
        "1h,3600000",
        "2d,172800000",
        "10,10000",
        "99999999,99999999000"
    })
    void intervalsAndAgesAreWrittenAlike(String value, long millis) {
        assertThat(new TimeConverter.Interval().convert(value)).isEqualTo(millis);
        assertThat(new TimeConverter.Age().convert(value)).isEqualTo(millis);
        assertThat(TimeConverter.Age.seconds(millis)).isEqualTo(millis / 1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1", "-1s", "10x", "0x", "10 m", "1h30m", "1.5h", "999999999", "ten", "10S"})
    void whatIsNoTime(String value) {
        assertRefused(new TimeConverter.Interval(), value);
        assertRefused(new TimeConverter.Age(), value);
    }

    @ParameterizedTest
    @CsvSource({"100ms,true,false", "500ms,true,false", "1000ms,true,true", "99ms,false,false", "0,false,true"})
    void theLeast(String value, boolean interval, boolean age) {
        if (interval) {
            assertThat(new TimeConverter.Interval().convert(value)).isPositive();
        } else {
            assertRefused(new TimeConverter.Interval(), value);
        }
        if (age) {
            assertThat(new TimeConverter.Age().convert(value)).isNotNegative();
        } else {
            assertRefused(new TimeConverter.Age(), value);
        }
    }

    private static void assertRefused(TimeConverter converter, String value) {
        assertThatThrownBy(() -> converter.convert(value))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContainingAll("'" + value + "' is not ", "; allowed: ", "such as 10s, 5m or 1h, ");
    }
}
