package io.nmt.report.reading.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.report.reading.sources.JvmFigures;
import io.nmt.report.reading.sources.JvmScale;
import io.nmt.report.reading.sources.JvmScale.Collector;
import org.junit.jupiter.api.Test;

/** The estimate of the JVM's memory from malloc. */
class JvmEstimateTest {
    private static final long MB = 1 << 20;

    @Test
    void loadersHaveMemoryOutsideMetaspace() {
        JvmFigures jvm = metaspace(84 * MB, 40 * MB, 36 * MB);
        long without = JvmEstimate.mallocBytes(jvm, loaders(0), 20);
        assertThat(JvmEstimate.mallocBytes(jvm, loaders(20_000), 20) - without).isBetween(50 * MB, 60 * MB);
    }

    @Test
    void loadersWithoutClassesHaveNone() {
        JvmFigures jvm = metaspace(6 * MB, 0, 5 * MB);
        long without = JvmEstimate.mallocBytes(jvm, loaders(0), 20);
        assertThat(JvmEstimate.mallocBytes(jvm, loaders(1_000_000), 20) - without)
                .isLessThan(3 * MB);
    }

    @Test
    void scalesWithTheThreadsOfTheCollector() {
        JvmFigures jvm = metaspace(6 * MB, 0, 5 * MB);
        assertThat(collected(jvm, Collector.G1, 16) - collected(jvm, Collector.G1, 2))
                .isBetween(28 * MB, 32 * MB);
        assertThat(collected(jvm, Collector.PARALLEL, 16) - collected(jvm, Collector.PARALLEL, 2))
                .isBetween(44 * MB, 48 * MB);
        assertThat(collected(jvm, Collector.SERIAL, 16)).isEqualTo(collected(jvm, Collector.SERIAL, 0));
    }

    @Test
    void hasTheBuffersOfARecorder() {
        JvmFigures jvm = metaspace(6 * MB, 0, 5 * MB);
        JvmScale recording = new JvmScale(25, Collector.SERIAL, 0, true, 0, 0);
        long without = JvmEstimate.mallocBytes(jvm, new JvmScale(25, Collector.SERIAL, 0, false, 0, 0), 20);
        assertThat(JvmEstimate.mallocBytes(jvm, recording, 20) - without).isEqualTo(15 * MB);
    }

    @Test
    void hasTheTableOfInternedStrings() {
        JvmFigures jvm = metaspace(6 * MB, 0, 5 * MB);
        JvmScale strings = new JvmScale(25, Collector.SERIAL, 0, false, 0, 1_000_000);
        long without = JvmEstimate.mallocBytes(jvm, new JvmScale(25, Collector.SERIAL, 0, false, 0, 0), 20);
        assertThat(JvmEstimate.mallocBytes(jvm, strings, 20) - without).isEqualTo(43_000_000);
    }

    private static long collected(JvmFigures jvm, Collector collector, int threads) {
        return JvmEstimate.mallocBytes(jvm, new JvmScale(21, collector, threads, false, 0, 0), 20);
    }

    private static JvmScale loaders(long count) {
        return new JvmScale(21, Collector.SERIAL, 0, false, count, 0);
    }

    private static JvmFigures metaspace(long committed, long classSpace, long used) {
        return new JvmFigures(0, 0, 0, 0, 0, false, committed, used, classSpace, 0, 0, 0, 0);
    }
}
