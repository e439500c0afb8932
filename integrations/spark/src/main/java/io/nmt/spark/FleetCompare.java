package io.nmt.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import io.nmt.spark.fleet.FleetReport;
import io.nmt.spark.fleet.HostValue;
import io.nmt.spark.fleet.SiteComparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Compares two versions of an application over the hosts of a fleet, by their recordings: which call sites hold more,
 * or less, and which hosts stand out. {@code spark-submit --class io.nmt.spark.FleetCompare nmt-spark.jar --from 1.0
 * --to 2.0 PATH...}; the options are in {@code docs/spark.md}.
 *
 * <p>Each file is read once. Values are of hosts: the mean over their recordings, in which a call site that is not
 * among the recorded ones has 0.
 */
public final class FleetCompare {
    private static final String TOTAL = "nmt.NativeMemoryUsageTotal";
    private static final String SITE = "nmt.NativeMemorySite";
    private static final String PROBLEM = "nmt.Problem";

    private final FleetArguments arguments;

    private FleetCompare(FleetArguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Runs it. Ends the JVM with 1 if it fails, with 2 if the arguments are wrong.
     *
     * @param args as the documentation says
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        FleetArguments arguments;
        try {
            arguments = FleetArguments.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println("nmt: " + e.getMessage());
            System.err.println(FleetArguments.USAGE);
            System.exit(2);
            return;
        }
        try (SparkSession spark =
                SparkSession.builder().appName("nmt fleet-compare").getOrCreate()) {
            System.out.print(compare(spark, arguments));
        }
    }

    /** Returns what there is to say. */
    static String compare(SparkSession spark, FleetArguments arguments) {
        return new FleetCompare(arguments).run(spark);
    }

    private String run(SparkSession spark) {
        Dataset<Row> rows = spark.read()
                .format("nmt")
                .options(arguments.options())
                .load(arguments.paths().toArray(String[]::new));
        Dataset<Row> ofHosts = rows.where(col("event").isin(TOTAL, SITE, PROBLEM))
                .select(
                        coalesce(col("host"), col("file")).as("host"),
                        col("app_version").as("version"),
                        col("event"),
                        coalesce(col("category"), lit("")).as("category"),
                        coalesce(col("method"), lit("")).as("method"),
                        col("bytes"),
                        col("standard_error").cast("double").as("error"))
                .groupBy("host", "version", "event", "category", "method")
                .agg(
                        sum("bytes").cast("double").as("bytes"),
                        sum(col("error").multiply(col("error"))).as("variance"),
                        count(lit(1)).as("rows"))
                .persist(StorageLevel.MEMORY_AND_DISK());
        try {
            return compare(ofHosts);
        } finally {
            ofHosts.unpersist();
        }
    }

    private String compare(Dataset<Row> ofHosts) {
        Map<String, Map<String, Long>> recordings = new HashMap<>();
        long read = 0;
        for (Row host : ofHosts.where(col("event").equalTo(TOTAL)).collectAsList()) {
            String version = host.getAs("version");
            long files = host.<Long>getAs("rows");
            recordings.computeIfAbsent(version, any -> new TreeMap<>()).put(host.getAs("host"), files);
            read += files;
        }
        Map<String, Long> from = hosts(recordings, arguments.from());
        Map<String, Long> to = hosts(recordings, arguments.to());
        List<Row> problems =
                ofHosts.where(col("event").equalTo(PROBLEM)).select(sum("rows")).collectAsList();
        String fromVersion = arguments.from();
        String toVersion = arguments.to();
        List<SiteComparison> compared = ofHosts.where(col("event").isin(TOTAL, SITE))
                .where(col("version").isin(fromVersion, toVersion))
                .groupBy("category", "method")
                .agg(collect_list(struct("host", "version", "bytes", "variance"))
                        .as("hosts"))
                .toJavaRDD()
                .map(site -> SiteComparison.of(
                        site.getString(0),
                        site.getString(1),
                        values(site.getList(2), fromVersion, from),
                        values(site.getList(2), toVersion, to)))
                .collect();
        return new FleetReport(fromVersion, toVersion, arguments.error(), compared)
                .text(
                        from.size(),
                        to.size(),
                        read,
                        problems.get(0).isNullAt(0) ? 0 : problems.get(0).getLong(0));
    }

    private static Map<String, Long> hosts(Map<String, Map<String, Long>> recordings, String version) {
        Map<String, Long> hosts = recordings.getOrDefault(version, Map.of());
        if (hosts.size() < 2) {
            throw new IllegalArgumentException("nmt: each version needs two hosts or more. Version " + version + " has "
                    + hosts.size() + ". Found versions: " + recordings.keySet());
        }
        return new HashMap<>(hosts);
    }

    /** The values of all hosts of the version. */
    private static List<HostValue> values(List<Row> found, String version, Map<String, Long> recordings) {
        Map<String, HostValue> values = new HashMap<>();
        for (Row row : found) {
            if (version.equals(row.getString(1))) {
                String host = row.getString(0);
                double files = recordings.getOrDefault(host, 1L);
                double variance = row.isNullAt(3) ? 0 : row.getDouble(3);
                values.put(host, new HostValue(host, version, row.getDouble(2) / files, variance / (files * files)));
            }
        }
        List<HostValue> all = new ArrayList<>();
        for (String host : recordings.keySet()) {
            all.add(values.getOrDefault(host, new HostValue(host, version, 0, 0)));
        }
        return all;
    }
}
