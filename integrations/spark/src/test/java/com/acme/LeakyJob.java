package com.acme;

import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/** A job whose function leaks in one executor. */
public final class LeakyJob {
    private LeakyJob() {}

    /**
     * Runs it.
     *
     * @param args a directory for the function's own files, and whether it leaks until it is killed
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            spark.udf().register("compressed", new Encoder(args[0], Boolean.parseBoolean(args[1])), DataTypes.LongType);
            System.out.println("sum "
                    + spark.range(0, 1000, 1, 2)
                            .selectExpr("sum(compressed(id))")
                            .first()
                            .getLong(0));
        }
    }
}
