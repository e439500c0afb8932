package com.acme;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.SiteUsage;
import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A sort in {@code spark.memory.offHeap}, while which it prints what Spark says of that memory, and what nmt says. */
public final class OffHeapSort {
    private static final String ALLOCATOR = "org.apache.spark.unsafe.memory.UnsafeMemoryAllocator";

    private OffHeapSort() {}

    /**
     * Runs it.
     *
     * @param args none
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            spark.range(0, 1_000_000, 1, 1)
                    .selectExpr("hash(id) as hash", "id")
                    .sortWithinPartitions("hash")
                    .foreachPartition((ForeachPartitionFunction<Row>) OffHeapSort::print);
        }
    }

    private static void print(Iterator<Row> rows) {
        if (!rows.hasNext()) {
            throw new IllegalStateException("nothing was sorted");
        }
        long bySites = 0;
        for (SiteUsage usage : NativeMemory.sites()) {
            boolean ofSpark = usage.site().frames().stream()
                    .anyMatch(frame -> frame.className().equals(ALLOCATOR));
            bySites += ofSpark ? usage.liveBytes() : 0;
        }
        System.out.println("spark " + SparkEnv.get().memoryManager().offHeapExecutionMemoryUsed());
        System.out.println("nmt " + bySites);
        System.out.println(
                "category " + NativeMemory.snapshot().category("Unsafe").committed());
    }
}
