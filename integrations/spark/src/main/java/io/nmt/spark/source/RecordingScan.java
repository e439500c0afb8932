package io.nmt.spark.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** One query. Files that the conditions on path, host or version rule out by their path alone are not opened. */
final class RecordingScan implements Scan, Batch {
    private final SourceOptions options;
    private final List<RowFilter> filters;
    private final StructType columns;

    RecordingScan(SourceOptions options, List<RowFilter> filters, StructType columns) {
        this.options = options;
        this.filters = filters;
        this.columns = columns;
    }

    @Override
    public StructType readSchema() {
        return columns;
    }

    @Override
    public String description() {
        return "nmt " + options.paths() + " PushedFilters: "
                + filters.stream()
                        .map(filter -> filter.filter().toString())
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return new CustomMetric[] {new FilesRead(), new FilesWithProblems()};
    }

    @Override
    public InputPartition[] planInputPartitions() {
        List<String> files = new ArrayList<>();
        try {
            for (String file : InputFiles.find(options.paths(), configuration())) {
                if (mayHaveRows(file)) {
                    files.add(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<InputPartition> partitions = new ArrayList<>();
        for (int i = 0; i < files.size(); i += options.filesPerPartition()) {
            int end = Math.min(files.size(), i + options.filesPerPartition());
            partitions.add(new FilePartition(files.subList(i, end).toArray(String[]::new)));
        }
        return partitions.toArray(InputPartition[]::new);
    }

    private boolean mayHaveRows(String file) {
        return accepts(Column.FILE, file)
                && (options.host() == null || accepts(Column.HOST, SourceOptions.find(options.host(), file)))
                && (options.version() == null
                        || accepts(Column.APP_VERSION, SourceOptions.find(options.version(), file)));
    }

    /**
     * True if a filter accepts the value, or there is none: the recording may have one where a pattern finds nothing.
     */
    private boolean accepts(Column column, String value) {
        return value == null || filters.stream().allMatch(filter -> filter.column() != column || filter.accepts(value));
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        List<Column> wanted =
                Arrays.stream(columns.fieldNames()).map(Column::named).toList();
        return new RowReaderFactory(options, filters, wanted, new SerializableConfiguration(configuration()));
    }

    private static Configuration configuration() {
        return SparkSession.active().sparkContext().hadoopConfiguration();
    }
}
