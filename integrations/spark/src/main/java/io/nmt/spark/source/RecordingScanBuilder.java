package io.nmt.spark.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/** Learns which rows and columns are wanted. */
final class RecordingScanBuilder implements SupportsPushDownFilters, SupportsPushDownRequiredColumns {
    private final SourceOptions options;
    private final List<RowFilter> filters = new ArrayList<>();
    private StructType columns = Column.schema();

    RecordingScanBuilder(SourceOptions options) {
        this.options = options;
    }

    @Override
    public Filter[] pushFilters(Filter[] wanted) {
        List<Filter> left = new ArrayList<>();
        for (Filter filter : wanted) {
            RowFilter row = RowFilter.of(filter);
            if (row == null) {
                left.add(filter);
            } else {
                filters.add(row);
            }
        }
        return left.toArray(Filter[]::new);
    }

    @Override
    public Filter[] pushedFilters() {
        return filters.stream().map(RowFilter::filter).toArray(Filter[]::new);
    }

    @Override
    public void pruneColumns(StructType required) {
        columns = required;
    }

    @Override
    public Scan build() {
        return new RecordingScan(options, List.copyOf(filters), columns);
    }
}
