package io.nmt.bench.cost;

import io.nmt.bench.support.NativeUnsafe;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One {@code Unsafe.allocateMemory} and its {@code freeMemory}, also with many other blocks alive. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class UnsafePairBenchmark {
    /** The size of the block. */
    @Param({"64", "1024"})
    public long bytes;

    /** The number of other live blocks. */
    @Param({"0"})
    public int liveBlocks;

    private long[] live;

    /** Allocates the other blocks. */
    @Setup
    public void allocateOthers() {
        live = new long[liveBlocks];
        for (int i = 0; i < liveBlocks; i++) {
            live[i] = NativeUnsafe.UNSAFE.allocateMemory(64);
        }
    }

    /** Frees the other blocks. */
    @TearDown
    public void freeOthers() {
        for (long address : live) {
            NativeUnsafe.UNSAFE.freeMemory(address);
        }
    }

    /** The pair. */
    @Benchmark
    public void pair() {
        NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(bytes));
    }
}
