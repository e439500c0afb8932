package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 0.98 KB",
        "1024, 1 KB",
        "1536, 1.5 KB",
        "10239, 10 KB",
        "102399, 100 KB",
        "8210022, 7.83 MB",
        "1048576, 1 MB",
        "37748736, 36 MB",
        "1224065679, 1.14 GB",
        "-1536, -1.5 KB",
        "9223372036854775807, '8,388,608 TB'",
        "-9223372036854775808, '-8,388,608 TB'"
    })
    void threeDigits(long bytes, String text) {
        assertThat(Amounts.format(bytes)).isEqualTo(text);
    }

    /** In a column of 1.16 GB, 20 MB would be 0.02 GB. */
    @Test
    void aColumnKeepsTheDigitsOfSmallFigures() {
        int unit = Amounts.columnUnit(1188L << 20);
        assertThat(Amounts.inUnit(1188L << 20, unit)).isEqualTo("1,188 MB");
        assertThat(Amounts.inUnit(20L << 20, unit)).isEqualTo("20 MB");
        assertThat(Amounts.inUnit(12L << 30, Amounts.columnUnit(12L << 30))).isEqualTo("12 GB");
        assertThat(Amounts.inUnit(5_000, Amounts.columnUnit(5_000))).isEqualTo("4.88 KB");
    }
}
