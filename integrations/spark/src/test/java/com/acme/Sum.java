package com.acme;

import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/** A job without a leak. */
public final class Sum {
    private Sum() {}

    /**
     * Runs it.
     *
     * @param args none
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            System.out.println(
                    "sum " + spark.range(1000).selectExpr("sum(id)").first().getLong(0));
        }
    }
}
