package io.nmt.report.reading.sources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetaspaceTextTest {
    private static final String FULL = """
            Usage:
              Non-class:      7.22 MB used.
                  Class:      3.46 MB used.
                   Both:     10.68 MB used.

            Virtual space:
              Non-class space:       64.00 MB reserved,      26.75 MB ( 42%) committed,  1 nodes.
                  Class space:       32.00 MB reserved,      13.25 MB ( 41%) committed,  1 nodes.
                         Both:       96.00 MB reserved,      39.50 MB ( 42%) committed.

            MaxMetaspaceSize: 40.00 MB
            CompressedClassSpaceSize: 32.00 MB
            """;

    @Test
    void limitsAndRoom() {
        assertThat(MetaspaceText.limitBytes(FULL)).isEqualTo(40L << 20);
        assertThat(MetaspaceText.classSpaceBytes(FULL)).isEqualTo(32L << 20);
        assertThat(MetaspaceText.roomBytes(FULL)).isEqualTo(512L << 10);
        assertThat(MetaspaceText.roomBytes(FULL.replace("32.00 MB\n", "13.25 MB\n")))
                .isZero();
    }

    @Test
    void withoutALimitThereIsRoom() {
        String unlimited = FULL.replace("40.00 MB", "unlimited").replace("32.00 MB\n", "1.00 GB\n");

        assertThat(MetaspaceText.limitBytes(unlimited)).isZero();
        assertThat(MetaspaceText.classSpaceBytes(unlimited)).isEqualTo(1L << 30);
        assertThat(MetaspaceText.roomBytes(unlimited)).isEqualTo((1L << 30) - (13L << 20) - (256L << 10));
        assertThat(MetaspaceText.roomBytes("")).isEqualTo(Long.MAX_VALUE);
        assertThat(MetaspaceText.limitBytes("MaxMetaspaceSize: 1.2.3 MB")).isZero();
    }
}
