package io.nmt.it.programs;

import static io.nmt.it.programs.Memory.UNSAFE;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Forgets executors, or has pools as a quiet server has them. */
public final class StartedThreadsProgram {
    public static final int QUIET_POOLS = 8;
    public static final int THREADS_OF_POOL = 25;
    public static final int MOST_FORGOTTEN = 3_000;

    private static final long PAUSE_NANOS = 20_000_000;
    private static final long LEAK_PAUSE_NANOS = 60_000_000; // so that it lasts for minutes
    private static final int VIRTUAL_THREADS = 5_000;
    private static final int FORK_JOIN_THREADS = 40;
    private static final long REFUSED_BYTES = 16L << 40;

    private static final List<ExecutorService> FORGOTTEN = Collections.synchronizedList(new ArrayList<>());

    private static volatile boolean stopped;
    private static volatile int forgotten;

    private StartedThreadsProgram() {}

    public static void main(String[] arguments) throws Exception {
        Talk.say("ready");
        if (arguments[0].equals("leak")) {
            Thread leaking = new Thread(StartedThreadsProgram::leak, "leaking");
            leaking.setDaemon(true);
            leaking.start();
            for (String line = Talk.next(); !line.equals("stop"); line = Talk.next()) {
                if (line.equals("fail")) {
                    fail();
                } else {
                    dump(Path.of(line));
                }
            }
            stopped = true;
            leaking.join();
            Talk.say("forgotten " + forgotten);
            dump(Path.of(Talk.next()));
            Talk.await("end");
            FORGOTTEN.forEach(ExecutorService::shutdownNow);
            for (ExecutorService executor : FORGOTTEN) {
                executor.awaitTermination(1, TimeUnit.MINUTES);
            }
            Talk.say("ended");
        } else {
            List<ExecutorService> pools = quiet();
            Talk.say("started");
            Talk.await("stop");
            pools.forEach(ExecutorService::shutdownNow);
        }
        Talk.await("finish");
        System.exit(0);
    }

    private static void leak() {
        for (int i = 1; !stopped && i <= MOST_FORGOTTEN; i++) {
            repair();
            forgotten = i;
            LockSupport.parkNanos(LEAK_PAUSE_NANOS);
        }
    }

    /** Leaves evidence. */
    private static void fail() {
        try {
            UNSAFE.allocateMemory(REFUSED_BYTES);
        } catch (OutOfMemoryError e) {
            Talk.say("refused");
        }
    }

    private static void dump(Path file) throws IOException {
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot()) {
            snapshot.dump(file);
        }
        Talk.say("dumped");
    }

    private static void repair() {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        FORGOTTEN.add(executor);
        executor.schedule(() -> {}, 1, TimeUnit.HOURS).cancel(false);
    }

    /** Fills its pools in ten seconds, as the first requests do, and goes on starting short threads. */
    private static List<ExecutorService> quiet() throws InterruptedException {
        List<ExecutorService> pools = new ArrayList<>();
        for (int i = 0; i < QUIET_POOLS; i++) {
            pools.add(Executors.newFixedThreadPool(THREADS_OF_POOL));
        }
        for (int i = 0; i < THREADS_OF_POOL; i++) {
            pools.forEach(pool -> pool.execute(() -> {}));
            TimeUnit.MILLISECONDS.sleep(400);
        }
        ForkJoinPool forkJoin = new ForkJoinPool(FORK_JOIN_THREADS);
        for (int i = 0; i < FORK_JOIN_THREADS; i++) {
            forkJoin.execute(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)));
        }
        pools.add(forkJoin);
        virtual().ifPresent(executor -> {
            for (int i = 0; i < VIRTUAL_THREADS; i++) {
                executor.execute(() -> LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1)));
            }
            pools.add(executor);
        });
        Thread requests = new Thread(StartedThreadsProgram::answer, "requests");
        requests.setDaemon(true);
        requests.start();
        return pools;
    }

    /** From JDK 21 on. */
    private static Optional<ExecutorService> virtual() {
        try {
            return Optional.of((ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    private static void answer() {
        while (true) {
            new Thread(() -> LockSupport.parkNanos(PAUSE_NANOS), "request").start();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
