package io.nmt.bench.cost;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One {@code Arena.allocate} in a confined arena, opened and closed for it. JDK 22 and later. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class ArenaBenchmark {
    /** The size of the segment. */
    @Param({"1024"})
    public long bytes;

    /**
     * The pair.
     *
     * @return the segment's address
     */
    @Benchmark
    public long pair() {
        return ArenaPair.run(bytes);
    }
}
