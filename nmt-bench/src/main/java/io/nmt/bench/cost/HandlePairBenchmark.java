package io.nmt.bench.cost;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A native handle that is made and closed, without a native part: what counting it costs, with the agent's option
 * {@code handles=io.nmt.bench.cost.HandlePairBenchmark$Handle#close}, is the difference.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class HandlePairBenchmark {
    /** Handles that are open at once; each is closed when its turn comes again. */
    @Param({"1", "100000"})
    public int open;

    private Handle[] handles = new Handle[0];
    private int next;

    /** It owns nothing. */
    static final class Handle implements AutoCloseable {
        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Makes one, and closes the oldest. */
    @Benchmark
    public void pair(Blackhole blackhole) {
        if (handles.length != open) {
            handles = new Handle[open];
            for (int i = 0; i < open; i++) {
                handles[i] = new Handle();
            }
        }
        Handle oldest = handles[next];
        oldest.close();
        blackhole.consume(oldest.closed);
        handles[next] = new Handle();
        next = next + 1 == open ? 0 : next + 1;
    }
}
