package com.acme;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.SiteUsage;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.ArrowUtils;

/** Puts rows into vectors of Spark's Arrow, of which one is not closed; prints what Arrow says, and what nmt says. */
public final class ArrowBatches {
    private static final int ROWS = 100_000;
    private static final int LARGE_ROWS = 3_000_000; // more than a chunk of the pool

    private ArrowBatches() {}

    /**
     * Runs it.
     *
     * @param args none
     * @throws IOException if Spark cannot be ended
     */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            spark.range(0, ROWS, 1, 1).foreachPartition((ForeachPartitionFunction<Long>) ArrowBatches::fill);
        }
    }

    private static void fill(Iterator<Long> rows) {
        BufferAllocator allocator = ArrowUtils.rootAllocator().newChildAllocator("acme", 0, Long.MAX_VALUE);
        try (BigIntVector closed = new BigIntVector("closed", allocator);
                BigIntVector large = new BigIntVector("large", allocator)) {
            closed.allocateNew(ROWS);
            large.allocateNew(LARGE_ROWS);
            forget(rows, new BigIntVector("forgotten", allocator));
            print("open");
        }
        print("left");
    }

    private static void forget(Iterator<Long> rows, BigIntVector vector) {
        int count = 0;
        while (rows.hasNext()) {
            vector.setSafe(count++, rows.next());
        }
        vector.setValueCount(count);
    }

    private static void print(String when) {
        long bytes = 0;
        for (SiteUsage usage : owners()) {
            boolean ofArrow = usage.site().frames().stream()
                    .anyMatch(frame ->
                            frame.className().startsWith("org.apache.arrow.memory.netty.NettyAllocationManager"));
            if (ofArrow) {
                bytes += usage.liveBytes();
                System.out.println(when + " at " + usage.site() + ": " + usage.liveBytes());
            }
        }
        System.out.println(when + " arrow " + ArrowUtils.rootAllocator().getAllocatedMemory());
        System.out.println(when + " nmt " + bytes);
        NativeMemory.poolReading()
                .allocators()
                .forEach(allocator ->
                        System.out.println(when + " allocator " + allocator.name() + " " + allocator.bytes()));
    }

    /** As the plugin reads them. */
    private static List<SiteUsage> owners() {
        return NativeMemory.poolReading().owners(NativeMemory.sites());
    }
}
