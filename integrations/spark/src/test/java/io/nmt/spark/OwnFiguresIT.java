package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.ArrowBatches;
import com.acme.OffHeapSort;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's and its Arrow's own figures are those of nmt, to the byte: every block is sampled. */
class OwnFiguresIT {
    private static final long MEGABYTE = 1L << 20;

    @TempDir
    private Path directory;

    @Test
    void offHeapMemory() throws Exception {
        List<String> log = new SparkRun(directory)
                .with("spark.memory.offHeap.enabled", "true")
                .with("spark.memory.offHeap.size", "256m")
                .onMaster("local[1]")
                .withDriverOption("-javaagent:" + SparkRun.AGENT + "=sample=1")
                .run(OffHeapSort.class, line -> {});
        long spark = figure(log, "spark ");
        assertThat(spark).isGreaterThan(16 * MEGABYTE);
        assertThat(figure(log, "nmt ")).isEqualTo(spark);
        assertThat(figure(log, "category ")).isGreaterThanOrEqualTo(spark);
    }

    /** Vectors of pooled buffers, one that is larger than a chunk of the pool, and one that is never closed. */
    @Test
    void arrow() throws Exception {
        List<String> log = new SparkRun(directory)
                .onMaster("local[1]")
                .withDriverOption("-javaagent:" + SparkRun.AGENT + "=sample=1")
                .run(ArrowBatches.class, line -> {});
        long open = figure(log, "open arrow ");
        assertThat(open).isGreaterThan(24 * MEGABYTE);
        assertThat(figure(log, "open nmt ")).isEqualTo(open);
        long left = figure(log, "left arrow ");
        assertThat(left).isPositive().isLessThan(2 * MEGABYTE);
        assertThat(figure(log, "left nmt ")).isEqualTo(left);
        assertThat(log)
                .contains("left allocator acme " + left)
                .filteredOn(line -> line.startsWith("left at "))
                .singleElement()
                .asString()
                .matches("left at com\\.acme\\.ArrowBatches\\.forget\\(ArrowBatches\\.java:\\d+\\): " + left);
    }

    private static long figure(List<String> log, String name) {
        return log.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(log));
    }
}
