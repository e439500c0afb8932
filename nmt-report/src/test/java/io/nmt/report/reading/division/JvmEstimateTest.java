package io.nmt.report.reading.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.reading.sources.JvmFigures;
import org.junit.jupiter.api.Test;

/** The estimate of the JVM's memory from malloc. */
class JvmEstimateTest {
    private static final long MB = 1 << 20;

    @Test
    void loadersHaveMemoryOutsideMetaspace() {
        JvmFigures jvm = metaspace(84 * MB, 40 * MB, 36 * MB);
        long without = JvmEstimate.mallocBytes(jvm, 20, 0);
        assertThat(JvmEstimate.mallocBytes(jvm, 20, 20_000) - without).isBetween(50 * MB, 60 * MB);
    }

    @Test
    void loadersWithoutClassesHaveNone() {
        JvmFigures jvm = metaspace(6 * MB, 0, 5 * MB);
        long without = JvmEstimate.mallocBytes(jvm, 20, 0);
        assertThat(JvmEstimate.mallocBytes(jvm, 20, 1_000_000) - without).isLessThan(3 * MB);
    }

    private static JvmFigures metaspace(long committed, long classSpace, long used) {
        return new JvmFigures(0, 0, 0, 0, 0, false, committed, used, classSpace, 0, 0, 0, 0);
    }
}
