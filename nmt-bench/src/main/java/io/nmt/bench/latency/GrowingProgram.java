package io.nmt.bench.latency;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The program that {@link SlowestOperation} measures: allocates and frees through Unsafe while the number of live
 * blocks grows from 0, and times each operation.
 */
final class GrowingProgram {
    /*
     * Of ten operations, seven allocate and three free any of the live blocks. Interval for interval, between the two
     * readings of the clock there is nothing but the operation; the largest interval between two operations is kept,
     * too: it contains no allocation, and tells what the machine and the JVM do by themselves.
     *
     * The first calls run with a table that stays empty, so that the code is compiled when it begins to grow.
     */
    static final String P50 = "p50 ns";
    static final String P99 = "p99 ns";
    static final String P99_9 = "p99.9 ns";
    static final String P99_99 = "p99.99 ns";
    static final String MAX = "max ns";
    static final String ABOVE_GOAL = "operations above 1 ms";
    static final String IN_COLLECTIONS = "operations in a collection";
    static final String LARGEST_GAP = "largest gap ns";
    static final String COLLECTIONS = "collections";
    static final String LIVE_BLOCKS = "live blocks at the end";
    static final String NANOS = "ns in all";

    private static final long GOAL_NANOS = 1_000_000;
    private static final int BLOCK_BYTES = 64;
    private static final int SLICE_OPERATIONS = 10_000;
    private static final int WARM_UP_SLICES = 200;

    private final CollectionWatch watch = new CollectionWatch();
    private final long[] live;
    private int count;
    private long random = 42;

    private Histogram nanos = new Histogram(60_000_000_000L, 3);
    private long maxNanos;
    private long largestGapNanos;
    private long aboveGoal;
    private long inCollections;

    private GrowingProgram(int operations) {
        live = new long[operations / 2];
        Arrays.fill(live, -1); // the system gives it memory now, and not in the middle of an operation
    }

    public static void main(String[] args) {
        int operations = Integer.parseInt(args[0]);
        GrowingProgram program = new GrowingProgram(operations);
        for (int i = 0; i < WARM_UP_SLICES; i++) {
            program.run(5);
        }
        program.begin();
        long beginNanos = System.nanoTime();
        for (int i = 0; i < operations / SLICE_OPERATIONS; i++) {
            program.run(7);
        }
        ChildJvm.print(NANOS, System.nanoTime() - beginNanos);
        program.print();
    }

    private void begin() {
        nanos = new Histogram(60_000_000_000L, 3);
        maxNanos = 0;
        largestGapNanos = 0;
        aboveGoal = 0;
        inCollections = 0;
    }

    private void run(int allocationsOfTen) {
        long end = System.nanoTime();
        for (int i = 0; i < SLICE_OPERATIONS; i++) {
            long begin;
            long gap;
            if (i % 10 < allocationsOfTen) {
                begin = System.nanoTime();
                gap = begin - end;
                long address = NativeUnsafe.UNSAFE.allocateMemory(BLOCK_BYTES);
                end = System.nanoTime();
                live[count++] = address;
            } else {
                random = random * 6364136223846793005L + 1442695040888963407L;
                int chosen = (int) ((random >>> 33) % count);
                long address = live[chosen];
                live[chosen] = live[--count];
                begin = System.nanoTime();
                gap = begin - end;
                NativeUnsafe.UNSAFE.freeMemory(address);
                end = System.nanoTime();
            }
            record(gap, end - begin);
        }
    }

    private void record(long gap, long operation) {
        if (gap >= CollectionWatch.SLOW_NANOS || operation >= CollectionWatch.SLOW_NANOS) {
            recordSlow(gap, operation);
        } else {
            nanos.recordValue(operation);
        }
    }

    private void recordSlow(long gap, long operation) {
        if (!watch.collected()) {
            largestGapNanos = Math.max(largestGapNanos, gap);
        } else if (operation > gap) {
            inCollections++;
            return;
        }
        nanos.recordValue(operation);
        maxNanos = Math.max(maxNanos, operation);
        if (operation >= GOAL_NANOS) {
            aboveGoal++;
        }
    }

    private void print() {
        ChildJvm.print(P50, nanos.getValueAtPercentile(50));
        ChildJvm.print(P99, nanos.getValueAtPercentile(99));
        ChildJvm.print(P99_9, nanos.getValueAtPercentile(99.9));
        ChildJvm.print(P99_99, nanos.getValueAtPercentile(99.99));
        ChildJvm.print(MAX, Math.max(maxNanos, nanos.getMaxValue()));
        ChildJvm.print(ABOVE_GOAL, aboveGoal);
        ChildJvm.print(LARGEST_GAP, largestGapNanos);
        ChildJvm.print(COLLECTIONS, watch.collections());
        ChildJvm.print(IN_COLLECTIONS, inCollections);
        ChildJvm.print(LIVE_BLOCKS, count);
    }
}
