package io.nmt.spark.source;

import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** All that is in some files. */
final class RecordingTable implements SupportsRead {
    @Override
    public String name() {
        return "nmt";
    }

    @Override
    @Deprecated // in Spark, in favour of columns(), whose default asks this
    public StructType schema() {
        return Column.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new RecordingScanBuilder(SourceOptions.of(options));
    }
}
