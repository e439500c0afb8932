package com.acme;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** A job each of whose tasks keeps direct buffers. */
public final class TaskBuffers {
    /** Bytes that a row keeps. */
    public static final int BUFFER_BYTES = 1 << 20;

    private static final Queue<ByteBuffer> KEPT = new ConcurrentLinkedQueue<>();

    private TaskBuffers() {}

    /**
     * Runs it, with 12 rows in two tasks.
     *
     * @param args none
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            UDF1<Long, Long> keep = id -> {
                KEPT.add(ByteBuffer.allocateDirect(BUFFER_BYTES));
                return id;
            };
            spark.udf().register("keep", keep, DataTypes.LongType);
            System.out.println("sum "
                    + spark.range(0, 12, 1, 2)
                            .selectExpr("sum(keep(id))")
                            .first()
                            .getLong(0));
        }
    }
}
