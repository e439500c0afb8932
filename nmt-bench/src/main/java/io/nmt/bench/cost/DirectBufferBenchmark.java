package io.nmt.bench.cost;

import io.nmt.bench.support.NativeUnsafe;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One {@code ByteBuffer.allocateDirect}, and its release without waiting for the collector. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class DirectBufferBenchmark {
    /** The size of the buffer. */
    @Param({"1024"})
    public int bytes;

    /** The pair. */
    @Benchmark
    public void pair() {
        NativeUnsafe.UNSAFE.invokeCleaner(ByteBuffer.allocateDirect(bytes));
    }
}
