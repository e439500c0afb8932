package com.acme;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
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
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch lost = new CountDownLatch(1);
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            spark.sparkContext().addSparkListener(new SparkListener() {
                @Override
                public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                    lost.countDown();
                }
            });
            spark.udf().register("compressed", new Encoder(args[0], Boolean.parseBoolean(args[1])), DataTypes.LongType);
            System.out.println("sum "
                    + spark.range(0, 1000, 1, 2)
                            .selectExpr("sum(compressed(id))")
                            .first()
                            .getLong(0));
            // The others may have done its work before it has ended.
            if (!lost.await(10, TimeUnit.MINUTES)) {
                throw new IllegalStateException("no executor was lost");
            }
        }
    }
}
