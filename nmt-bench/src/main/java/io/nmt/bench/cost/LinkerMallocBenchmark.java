package io.nmt.bench.cost;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One {@code malloc} and {@code free} through the {@code Linker}. JDK 22 and later. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class LinkerMallocBenchmark {
    /** The size of the block. */
    @Param({"64"})
    public long bytes;

    /**
     * The link options of the functions: {@code plain}, {@code critical}, {@code segments}, {@code unbound}; or {@code
     * other}, which allocates nothing.
     */
    @Param({"plain", "critical"})
    public String linked;

    /**
     * The pair.
     *
     * @return the block's address
     */
    @Benchmark
    public long pair() {
        return switch (linked) {
            case "plain" -> LinkerPair.plain(bytes);
            case "critical" -> LinkerPair.critical(bytes);
            case "segments" -> LinkerPair.segments(bytes);
            case "unbound" -> LinkerPair.unbound(bytes);
            case "other" -> LinkerPair.other(bytes);
            default -> throw new IllegalArgumentException(linked);
        };
    }
}
