package io.nmt.spark.source;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.unsafe.types.UTF8String;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the files of one task, one after the other; the rows of one file are in memory. */
final class RowReader implements PartitionReader<InternalRow> {
    private static final Logger LOG = LoggerFactory.getLogger(NmtSource.class);

    private final String[] files;
    private final FileRows reader;
    private final List<RowFilter> filters;
    private final List<Column> columns;
    private final boolean failFast;
    private Iterator<Map<Column, Object>> rows = List.<Map<Column, Object>>of().iterator();
    private int read;
    private int withProblems;
    private InternalRow row;

    RowReader(String[] files, FileRows reader, List<RowFilter> filters, List<Column> columns, boolean failFast) {
        this.files = files;
        this.reader = reader;
        this.filters = filters;
        this.columns = columns;
        this.failFast = failFast;
    }

    @Override
    public boolean next() throws IOException {
        while (true) {
            while (rows.hasNext()) {
                Map<Column, Object> next = rows.next();
                if (filters.stream().allMatch(filter -> filter.accepts(next.get(filter.column())))) {
                    row = row(next);
                    return true;
                }
            }
            if (read == files.length) {
                return false;
            }
            rows = read(files[read++]).iterator();
        }
    }

    private List<Map<Column, Object>> read(String file) throws IOException {
        List<Map<Column, Object>> found = reader.read(file);
        for (Map<Column, Object> each : found) {
            if (each.get(Column.PROBLEM) instanceof String problem) {
                withProblems++;
                if (failFast) {
                    throw new IOException(file + ": " + problem);
                }
                LOG.warn("{}: {}", file, problem);
            }
        }
        return found;
    }

    private InternalRow row(Map<Column, Object> values) {
        Object[] row = new Object[columns.size()];
        for (int i = 0; i < row.length; i++) {
            Object value = values.get(columns.get(i));
            if (value instanceof String text) {
                row[i] = UTF8String.fromString(text);
            } else if (value instanceof String[] texts) {
                Object[] elements = new Object[texts.length];
                for (int j = 0; j < texts.length; j++) {
                    elements[j] = UTF8String.fromString(texts[j]);
                }
                row[i] = new GenericArrayData(elements);
            } else {
                row[i] = value;
            }
        }
        return new GenericInternalRow(row);
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return new CustomTaskMetric[] {new FilesRead().of(read), new FilesWithProblems().of(withProblems)};
    }

    @Override
    public void close() {
        rows = List.<Map<Column, Object>>of().iterator();
    }
}
