package io.nmt.spark.source;

import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** A number of files, in Spark's UI. Spark makes each kind by the name of its class, so that each is one. */
abstract class FileCount extends CustomSumMetric {
    private final String name;
    private final String description;

    FileCount(String name, String description) {
        this.name = name;
        this.description = description;
    }

    private record OfTask(String name, long value) implements CustomTaskMetric {}

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    /** The count of one task. */
    final CustomTaskMetric of(long files) {
        return new OfTask(name, files);
    }
}
