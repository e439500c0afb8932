package io.nmt.bench.cost;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The start of a thread, for runs with the agent and without: {@code -jvmArgsAppend -javaagent:JAR}. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WholeThreadStartBenchmark {
    /** A platform thread that does nothing. */
    @State(Scope.Thread)
    public static class Platform {
        private Thread next = new Thread(WholeThreadStartBenchmark::nothing);

        /**
         * Makes it, once the one before has ended.
         *
         * @throws InterruptedException if it is interrupted
         */
        @Setup(Level.Invocation)
        public void make() throws InterruptedException {
            next.join();
            next = new Thread(WholeThreadStartBenchmark::nothing);
        }
    }

    /** {@code Thread.startVirtualThread}, from JDK 21 on. */
    @State(Scope.Thread)
    public static class Virtual {
        private final Runnable task = WholeThreadStartBenchmark::nothing;
        private MethodHandle start;

        /**
         * Finds it.
         *
         * @throws ReflectiveOperationException before JDK 21
         */
        @Setup
        public void find() throws ReflectiveOperationException {
            MethodType type = MethodType.methodType(Thread.class, Runnable.class);
            start = MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread", type);
        }
    }

    private static void nothing() {}

    /**
     * Starts a platform thread.
     *
     * @param thread to be started
     */
    @Benchmark
    public void platform(Platform thread) {
        thread.next.start();
    }

    /**
     * Starts a virtual thread.
     *
     * @param thread starts it
     * @return the thread
     * @throws Throwable as the start does
     */
    @Benchmark
    public Thread virtual(Virtual thread) throws Throwable {
        return (Thread) thread.start.invokeExact(thread.task);
    }
}
