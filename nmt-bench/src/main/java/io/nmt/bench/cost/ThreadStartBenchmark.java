package io.nmt.bench.cost;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** {@code Thread.start}, without the thread's own work and end: the cost of noting it is the difference. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ThreadStartBenchmark {
    private static final int THREADS = 100;

    private final Thread[] threads = new Thread[THREADS];

    /** Makes threads that have not started. */
    @Setup(Level.Invocation)
    public void make() {
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {}, "started-" + i);
        }
    }

    /** Starts them. */
    @Benchmark
    @OperationsPerInvocation(THREADS)
    public void start() {
        for (Thread thread : threads) {
            thread.start();
        }
    }

    /**
     * Waits for their ends.
     *
     * @throws InterruptedException if it is interrupted
     */
    @TearDown(Level.Invocation)
    public void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
