package io.nmt.bench.cost;

import io.nmt.core.internal.starts.ThreadStarts;
import io.nmt.core.internal.tracker.Tracker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The call that the hook adds to {@code Thread.start}, without the start itself: that takes 50 to 200 µs, whose noise
 * hides the difference ({@code WholeThreadStartBenchmark}).
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ThreadStartBenchmark {
    private static final int MILLIS_BETWEEN_SAMPLES = 12; // at most 100 a second: each start is sampled

    private static final int SAMPLE_BYTES = 512 << 10;
    private static final int DEPTH = 32;

    private final CountDownLatch end = new CountDownLatch(1);
    private Thread live;

    /** A pause before each call. */
    @State(Scope.Thread)
    public static class Rarely {
        /**
         * Waits.
         *
         * @throws InterruptedException if it is interrupted
         */
        @Setup(Level.Invocation)
        public void pause() throws InterruptedException {
            Thread.sleep(MILLIS_BETWEEN_SAMPLES);
        }
    }

    /** Starts a thread that waits, where call sites are sampled. */
    @Setup
    public void start() {
        Tracker.sampleCallSites(SAMPLE_BYTES, DEPTH);
        ThreadStarts.initialise();
        live = new Thread(this::await, "live");
        live.start();
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts at once, few of which are sampled. */
    @Benchmark
    public void ofMany() {
        ThreadStarts.started(live);
    }

    /**
     * Starts with pauses, each of which is sampled, with its call stack.
     *
     * @param rarely paces the calls
     */
    @Benchmark
    public void ofFew(Rarely rarely) {
        ThreadStarts.started(live);
    }

    /** Ends the thread. */
    @TearDown
    public void end() {
        end.countDown();
    }
}
