package io.nmt.bench.cost;

import io.nmt.bench.support.NativeUnsafe;
import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The tracked allocator as a library uses it, against {@code Unsafe} untracked. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class TrackedAllocatorBenchmark {
    private static final TrackedAllocator ALLOCATOR = NativeMemory.allocator(Category.of("Benchmark"));

    /** The size of the block. */
    @Param({"64", "1024"})
    public long bytes;

    /** Allocation and free through the tracked allocator. */
    @Benchmark
    public void tracked() {
        ALLOCATOR.free(ALLOCATOR.allocate(bytes));
    }

    /** The same through {@code Unsafe}, which is not tracked when there is no agent. */
    @Benchmark
    public void unsafe() {
        NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(bytes));
    }
}
