package io.nmt.bench.cost;

import io.nmt.bench.support.NativeUnsafe;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A thousand {@code Unsafe.allocateMemory}, then their {@code freeMemory}, per pair. Unlike
 * {@link UnsafePairBenchmark}, no address comes back at once, so a thread's last slot is of no use.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class UnsafeBatchBenchmark {
    private static final int BLOCKS = 1000;

    /** The size of a block. */
    @Param({"64", "1024"})
    public long bytes;

    private final long[] addresses = new long[BLOCKS];

    /** The pairs. */
    @Benchmark
    @OperationsPerInvocation(BLOCKS)
    public void pair() {
        for (int i = 0; i < BLOCKS; i++) {
            addresses[i] = NativeUnsafe.UNSAFE.allocateMemory(bytes);
        }
        for (long address : addresses) {
            NativeUnsafe.UNSAFE.freeMemory(address);
        }
    }
}
