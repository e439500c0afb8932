package io.nmt.spark.source;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code nmt}: {@code spark.read().format("nmt").load("s3a://fleet/*.jfr")}. A row is a figure that a
 * recording tells last, of a category, a call site, a component of resident memory, a class of native handles; files
 * are read in parallel. Columns and options: {@code docs/spark.md}.
 */
public final class NmtSource implements TableProvider, DataSourceRegister {
    /** For Spark, which makes it by its name. */
    public NmtSource() {}

    @Override
    public String shortName() {
        return "nmt";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return Column.schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new RecordingTable();
    }
}
