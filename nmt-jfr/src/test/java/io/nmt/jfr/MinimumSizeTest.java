package io.nmt.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MinimumSizeTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "4096, 4096", "17 B, 17", "1 kB, 1024", "64k, 65536", "1 MB, 1048576", "2g, 2147483648"})
    void amounts(String setting, long bytes) {
        MinimumSize size = new MinimumSize();

        size.setValue(setting);

        assertThat(size.bytes()).isEqualTo(bytes);
        assertThat(size.getValue()).isEqualTo(setting);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "-1", "1 TB", "1.5 MB", "99999999999999999999", "999999999999999999 GB"})
    void whatIsNoAmountChangesNothing(String setting) {
        MinimumSize size = new MinimumSize();
        size.setValue("1 MB");

        size.setValue(setting);

        assertThat(size.bytes()).isEqualTo(1 << 20);
        assertThat(size.getValue()).isEqualTo("1 MB");
    }

    @Test
    void theDefaultLeavesNothingOut() {
        assertThat(new MinimumSize().bytes()).isZero();
        assertThat(new MinimumSize().getValue()).isEqualTo("0 B");
    }

    @Test
    void severalRecordingsGetTheSmallest() {
        assertThat(new MinimumSize().combine(Set.of("1 MB", "64 kB", "nonsense", "2 MB")))
                .isEqualTo("64 kB");
        assertThat(new MinimumSize().combine(Set.of("nonsense"))).isEqualTo("0 B");
    }
}
