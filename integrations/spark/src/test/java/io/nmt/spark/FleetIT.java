package io.nmt.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recordings of sixteen real JVMs. Of eight hosts with version 1.0, caches take 8,192 to 9,088 KB, and indexes 2,048
 * KB; of eight with version 2.0, indexes take 18,432 KB, and the cache of host-12 80 MB.
 */
class FleetIT {
    private static final int HOSTS = 8;
    private static final String INDEX = "com.acme.Service.index";

    // So probable it is that a comparison finds what is not there.
    private static final String ERROR = "1e-6";

    @TempDir
    private static Path directory;

    private static SparkSession spark;

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        Fleet fleet = new Fleet();
        for (int i = 0; i < 2 * HOSTS; i++) {
            boolean isOld = i < HOSTS;
            String version = isOld ? "1.0" : "2.0";
            String host = "host-" + i;
            Path file = directory
                    .resolve(version)
                    .resolve(i % 2 == 0 ? "even" : "odd")
                    .resolve(host + ".jfr");
            int cache = i == 12 ? 80 << 10 : 8192 + i % HOSTS * 128;
            fleet.record(file, host, version, cache, isOld ? 2048 : 18_432);
        }
        fleet.await();
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    @AfterAll
    static void stop() throws IOException {
        if (spark != null) {
            spark.close();
        }
    }

    private static Dataset<Row> load(String path) {
        return spark.read().format("nmt").load(directory.resolve(path).toString());
    }

    @Test
    void aTableOfAllRecordings() {
        Dataset<Row> table = load("*");
        assertThat(table.select("host").distinct().count()).isEqualTo(2 * HOSTS);
        List<Row> indexes = table.where("method = '" + INDEX + "' and host = 'host-3'")
                .select(
                        "app_version",
                        "category",
                        "site",
                        "bytes",
                        "blocks",
                        "standard_error",
                        "frames",
                        "pid",
                        "jdk_version")
                .collectAsList();
        assertThat(indexes).hasSize(1);
        Row index = indexes.get(0);
        assertThat(index.getString(0)).isEqualTo("1.0");
        assertThat(index.getString(1)).isEqualTo("Direct Buffer");
        assertThat(index.getString(2)).matches("com\\.acme\\.Service\\.index\\(Service\\.java:\\d+\\)");
        // Of 32 blocks, 4 or fewer would have to be among the samples for that not to be so: the probability is 1e-8.
        assertThat(index.getLong(3)).isCloseTo(2048 << 10, within(index.getLong(5)));
        assertThat(index.getList(6).get(index.getList(6).size() - 1).toString()).contains("Service.main");
        assertThat(index.getLong(7)).isPositive();
        assertThat(index.getString(8))
                .startsWith(Integer.toString(Runtime.version().feature()));
        assertThat(table.where("event = 'nmt.NativeMemoryUsageTotal'").count()).isEqualTo(2 * HOSTS);
        assertThat(table.where("problem is not null").count()).isZero();
    }

    @Test
    void inSqlAlone() {
        spark.sql("CREATE TEMPORARY VIEW fleet USING nmt OPTIONS (path '" + directory.resolve("2.0")
                + "', versionPattern '/(\\d\\.\\d)/')");
        List<Row> versions = spark.sql("SELECT DISTINCT app_version FROM fleet").collectAsList();
        assertThat(versions).hasSize(1);
        assertThat(versions.get(0).getString(0)).isEqualTo("2.0");
    }

    private static org.assertj.core.data.Offset<Long> within(long standardError) {
        return org.assertj.core.data.Offset.offset(12 * standardError);
    }

    @Test
    void onlyWhatIsAskedForIsRead() {
        Dataset<Row> one = load("*").where("event = 'nmt.NativeMemorySite' and bytes > 1000000");
        assertThat(one.queryExecution().toString())
                .contains("PushedFilters: [IsNotNull(event), IsNotNull(bytes), EqualTo(event,nmt.NativeMemorySite)");
        Dataset<Row> even = spark.read()
                .format("nmt")
                .option("hostPattern", "/(host-\\d+)\\.jfr$")
                .load(directory.toString())
                .where("host = 'host-4'");
        assertThat(even.rdd().getNumPartitions()).isEqualTo(1);
        assertThat(even.select("host").distinct().collectAsList()).hasSize(1);
        assertThat(load("1.0").where("time > timestamp'2000-01-01'").count()).isPositive();
        assertThat(load("1.0").where("time < timestamp'2000-01-01'").count()).isZero();
    }

    @Test
    void filesThatCannotBeRead(@TempDir Path broken) throws IOException {
        byte[] whole = Files.readAllBytes(directory.resolve("1.0/even/host-0.jfr"));
        Files.write(broken.resolve("cut-off.jfr"), Arrays.copyOf(whole, whole.length / 2));
        Files.writeString(broken.resolve("text.jfr"), "no recording");
        Files.writeString(broken.resolve("other.json"), "{}");
        Files.write(broken.resolve("whole.jfr"), whole);
        Dataset<Row> table = spark.read().format("nmt").load(broken.toString());
        List<String> problems = table.where("problem is not null")
                .selectExpr("concat(substring_index(file, '/', -1), ': ', problem)")
                .sort("file")
                .as(org.apache.spark.sql.Encoders.STRING())
                .collectAsList();
        assertThat(problems).hasSize(3);
        assertThat(problems.get(0)).startsWith("cut-off.jfr: ");
        assertThat(problems.get(1)).isEqualTo("other.json: is no report of memory pressure");
        assertThat(problems.get(2)).isEqualTo("text.jfr: is not a flight recording");
        assertThat(table.where("method = '" + INDEX + "' and file like '%whole.jfr'")
                        .count())
                .isEqualTo(1);
        assertThatThrownBy(() -> spark.read()
                        .format("nmt")
                        .option("mode", "failfast")
                        .load(broken.toString())
                        .count())
                .hasStackTraceContaining(broken.toString());
    }

    @Test
    void whatGrewAndWhichHostStandsOut() {
        String report = compare("--from", "1.0", "--to", "2.0", "--error", ERROR, directory.toString());
        assertThat(report)
                .contains("Native memory of 16 recordings: 8 hosts with version 1.0, 8 with 2.0")
                .contains("Grew from 1.0 to 2.0, per host (1)")
                .containsPattern(" 1[4-8](\\.\\d)? MB .* com\\.acme\\.Service\\.index \\[Direct Buffer\\]")
                .contains("Shrank from 1.0 to 2.0, per host (0)")
                .containsPattern("host-12, version 2\\.0: [6-9]\\d(\\.\\d)? MB where the median is [0-9.]+ MB: "
                        + "com\\.acme\\.Service\\.cache \\[Direct Buffer\\]")
                .doesNotContainPattern("host-(?!12\\b)\\d+, version");
    }

    /** The same version, in two halves. */
    @Test
    void nothingWhereNothingHasChanged() {
        String report = compare(
                "--from",
                "even",
                "--to",
                "odd",
                "--error",
                ERROR,
                "--version-pattern",
                "/(even|odd)/",
                directory.resolve("1.0").toString());
        assertThat(report)
                .contains("4 hosts with version even, 4 with odd")
                .contains("Grew from even to odd, per host (0)")
                .contains("Shrank from even to odd, per host (0)")
                .contains("deviations (0)");
    }

    private static String compare(String... arguments) {
        String report = FleetCompare.compare(spark, FleetArguments.parse(arguments));
        System.out.println(report);
        return report;
    }
}
