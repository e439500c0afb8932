package io.nmt.spark.source;

/** In Spark's UI. Public for Spark, which makes it by its name. */
public final class FilesWithProblems extends FileCount {
    /** For Spark. */
    public FilesWithProblems() {
        super("filesWithProblems", "files that could not be read, or not to their ends");
    }
}
