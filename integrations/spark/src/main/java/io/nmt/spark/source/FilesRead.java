package io.nmt.spark.source;

/** In Spark's UI. Public for Spark, which makes it by its name. */
public final class FilesRead extends FileCount {
    /** For Spark. */
    public FilesRead() {
        super("filesRead", "files read");
    }
}
