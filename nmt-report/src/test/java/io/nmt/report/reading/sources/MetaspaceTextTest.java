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
        MetaspaceText.Shortage shortage = MetaspaceText.shortage(FULL);
        assertThat(shortage.pool()).isEqualTo("metaspace");
        assertThat(shortage.freeBytes()).isEqualTo(512L << 10);
        assertThat(shortage.neededBytes()).isEqualTo(15L << 20);
        assertThat(MetaspaceText.shortage(FULL + "CDS: on\n").neededBytes()).isEqualTo(10L << 20);
        assertThat(MetaspaceText.shortage(FULL.replace("40.00 MB\n", "100.00 MB\n")))
                .isNull();
    }

    @Test
    void theClassSpaceHasALimitOfItsOwn() {
        String unlimited = FULL.replace("40.00 MB\n", "unlimited\n");

        assertThat(MetaspaceText.limitBytes(unlimited)).isZero();
        assertThat(MetaspaceText.shortage(unlimited)).isNull();
        assertThat(MetaspaceText.shortage(unlimited.replace("32.00 MB\n", "14.00 MB\n"))
                        .pool())
                .isEqualTo("class space");
        assertThat(MetaspaceText.shortage(unlimited.replace("32.00 MB\n", "1.00 GB\n")))
                .isNull();
    }

    @Test
    void withoutAClassSpaceTheLineHasNoName() {
        String without = """
                Virtual space:
                     64.00 MB reserved,      30.00 MB ( 47%) committed,  1 nodes.

                MaxMetaspaceSize: 30.00 MB
                No class space
                CDS: off
                """;

        assertThat(MetaspaceText.shortage(without).freeBytes()).isZero();
        assertThat(MetaspaceText.classSpaceBytes(without)).isZero();
    }

    @Test
    void anotherText() {
        assertThat(MetaspaceText.shortage("")).isNull();
        assertThat(MetaspaceText.limitBytes("MaxMetaspaceSize: 1.2.3 MB")).isZero();
    }
}
