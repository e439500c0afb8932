package io.nmt.spark.source;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** In Spark's UI. Public for Spark, which makes it by its name. */
public final class FilesRead extends CustomSumMetric {
    static final String NAME = "filesRead";

    /** For Spark. */
    public FilesRead() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "files read";
    }

    static CustomTaskMetric of(long files) {
        return new CustomTaskMetric() {
            @Override
            public String name() {
                return NAME;
            }

            @Override
            public long value() {
                return files;
            }
        };
    }
}
