package io.nmt.spark.source;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** The data of a task that reads its files. */
final class RowReaderFactory implements PartitionReaderFactory {
    private static final long serialVersionUID = 1;

    private final SourceOptions options;

    @SuppressWarnings("serial") // an immutable list
    private final List<RowFilter> filters;

    @SuppressWarnings("serial") // an immutable list
    private final List<Column> columns;

    private final SerializableConfiguration configuration;

    RowReaderFactory(
            SourceOptions options,
            List<RowFilter> filters,
            List<Column> columns,
            SerializableConfiguration configuration) {
        this.options = options;
        this.filters = filters;
        this.columns = columns;
        this.configuration = configuration;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        FileRows rows = new FileRows(options, configuration.value());
        return new RowReader(((FilePartition) partition).files(), rows, filters, columns, options.failFast());
    }
}
