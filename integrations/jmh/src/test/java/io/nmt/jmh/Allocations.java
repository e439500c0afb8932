package io.nmt.jmh;

import io.nmt.core.NativeMemory;
import io.nmt.core.TrackedAllocator;
import io.nmt.core.model.Category;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks whose native memory is known to the byte. */
@State(Scope.Benchmark)
public class Allocations {
    private final TrackedAllocator allocator = NativeMemory.allocator(Category.of("Benchmarked"));

    /** Allocates 1,000 bytes and frees them. */
    @Benchmark
    public void freed() {
        allocator.free(allocator.allocate(1000));
    }

    /**
     * Forgets 16 bytes.
     *
     * @return their address
     */
    @Benchmark
    public long forgotten() {
        return allocator.allocate(16);
    }
}
