package io.nmt.bench.cost;

import io.nmt.bench.support.NativeUnsafe;
import io.nmt.core.NativeMemory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The pair of {@link UnsafePairBenchmark} in a named scope, and a scope itself. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class NamedScopeBenchmark {
    private static final int BYTES = 64;

    private io.nmt.core.Scope tenant;

    /** Opens the scope. */
    @Setup
    public void open() {
        tenant = NativeMemory.scope("tenant", "acme");
    }

    /** Closes the scope. */
    @TearDown
    public void close() {
        tenant.close();
    }

    /** The pair. */
    @Benchmark
    public void pair() {
        NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(BYTES));
    }

    /** A scope in the other one, of a name that was there before. */
    @Benchmark
    public void openAndClose() {
        NativeMemory.scope("request", "42").close();
    }
}
