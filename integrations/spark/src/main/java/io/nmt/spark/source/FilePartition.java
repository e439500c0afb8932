package io.nmt.spark.source;

import org.apache.spark.sql.connector.read.InputPartition;

/** The files that one task reads. */
final class FilePartition implements InputPartition {
    private static final long serialVersionUID = 1;

    private final String[] files;

    FilePartition(String[] files) {
        this.files = files.clone();
    }

    String[] files() {
        return files.clone();
    }
}
