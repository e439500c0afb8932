package io.nmt.bench.cost;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * An arena that is opened and closed, with nothing allocated in it: what counting it costs is the difference that the
 * agent makes. JDK 22 and later.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ArenaCloseBenchmark {
    /** One that threads can share: the JVM stops them all for a moment to close it. */
    @Benchmark
    public void shared() {
        ArenaPair.closeShared();
    }

    /** One of a single thread, which the agent does not count. */
    @Benchmark
    public void confined() {
        ArenaPair.closeConfined();
    }
}
