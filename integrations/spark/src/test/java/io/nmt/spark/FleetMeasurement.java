package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The duration of {@link FleetCompare}: no test, but run by {@code -Dit.test=FleetMeasurement}. Twenty real recordings
 * are copied under as many names of hosts as {@code nmt.fleet.files} says.
 */
class FleetMeasurement {
    private static final int RECORDED = 20;
    private static final int FILES = Integer.getInteger("nmt.fleet.files", 1000);

    @TempDir
    private Path directory;

    @Test
    void onOneCoreAndOnTwo() throws IOException, InterruptedException {
        Path recorded = directory.resolve("recorded");
        Fleet fleet = new Fleet();
        for (int i = 0; i < RECORDED; i++) {
            String version = i % 2 == 0 ? "1.0" : "2.0";
            fleet.record(recorded.resolve(i + ".jfr"), "host-" + i, version, 8192 + i * 64, i % 2 == 0 ? 2048 : 18_432);
        }
        fleet.await();
        Path all = Files.createDirectory(directory.resolve("all"));
        Path few = Files.createDirectory(directory.resolve("few"));
        long bytes = 0;
        for (int i = 0; i < FILES; i++) {
            Path file = recorded.resolve(i % RECORDED + ".jfr");
            bytes += Files.size(file);
            Files.copy(file, all.resolve("host-" + i + ".jfr"));
            if (i < RECORDED) {
                Files.copy(file, few.resolve("host-" + i + ".jfr"));
            }
        }
        List<String> results = new ArrayList<>();
        for (int cores = 1; cores <= 2; cores++) {
            try (SparkSession spark = SparkSession.builder()
                    .master("local[" + cores + "]")
                    .config("spark.ui.enabled", "false")
                    .config("spark.sql.shuffle.partitions", "2")
                    .getOrCreate()) {
                compare(spark, few);
                compare(spark, few);
                long start = System.nanoTime();
                String report = compare(spark, all);
                double millis = (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
                assertThat(report).contains("Native memory of " + String.format("%,d", FILES) + " recordings");
                results.add(String.format(
                        "%d cores: %,d files of %,d KB on average in %.1f s, %.1f ms a file and core",
                        cores, FILES, (bytes / FILES) >> 10, millis / 1000, millis * cores / FILES));
            }
        }
        results.forEach(System.out::println);
    }

    private static String compare(SparkSession spark, Path path) {
        return FleetCompare.compare(spark, FleetArguments.parse(new String[] {
            "--from", "1.0", "--to", "2.0", "--host-pattern", "/(host-\\d+)\\.jfr$", path.toString()
        }));
    }
}
