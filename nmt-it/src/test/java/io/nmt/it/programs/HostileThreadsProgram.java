package io.nmt.it.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts threads as no program should: each must start as it would without an agent. */
public final class HostileThreadsProgram {
    public static final int OWN = 30;
    public static final int SHUT_DOWN = 5;
    private static final int DEEP_ROUNDS = 20;
    private static final int DEEP_STARTS = 25;
    private static final int FULL = 100;
    private static final int SHORT = 10_000;
    private static final int VIRTUAL = 200_000;
    private static final long SMALL_STACK = 256 << 10;
    private static final int LARGEST = 1 << 18;

    private static final CountDownLatch END = new CountDownLatch(1);
    private static final AtomicInteger RAN = new AtomicInteger();
    private static final Runnable RUN = RAN::incrementAndGet; // linked while there is stack

    private static int deep;
    private static int mostDeep;

    private HostileThreadsProgram() {}

    /** A thread whose own methods throw. */
    private static final class Group extends ThreadGroup {
        Group() {
            super("own");
        }

        @Override
        public int activeCount() {
            throw new AssertionError("count"); // no tool may call it
        }
    }

    private static final class Own extends Thread {
        Own(int number) {
            super(HostileThreadsProgram::await, "own-" + number);
        }

        @Override
        public void start() {
            super.start();
        }

        @Override
        public State getState() {
            throw new AssertionError("state"); // no tool may call it
        }

        @Override
        public String toString() {
            throw new IllegalStateException("text");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("hash");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("equals");
        }
    }

    public static void main(String[] arguments) throws Exception {
        Talk.say("ready");
        Talk.await("begin");
        for (int i = 0; i < OWN; i++) {
            new Own(i).start();
            new Thread(HostileThreadsProgram::await, "never-" + i).setDaemon(true);
        }
        for (String name : List.of("a\nLEAK 5 idle threads", "\u001b[31mred", "\u202eright", "", "x".repeat(5_000))) {
            new Thread(new Group(), HostileThreadsProgram::await, name).start();
        }
        ExecutorService shutDown =
                Executors.newFixedThreadPool(SHUT_DOWN, task -> new Thread(task, "ending-" + RAN.get()));
        for (int i = 0; i < SHUT_DOWN; i++) {
            shutDown.execute(HostileThreadsProgram::await);
        }
        shutDown.shutdown();
        new ForkJoinPool(2).execute(HostileThreadsProgram::await);
        nearTheEndOfTheStack();
        inAFullHeap();
        for (int i = 0; i < SHORT; i++) {
            Thread thread = new Thread(RUN);
            thread.start();
            thread.join();
        }
        int virtual = virtual();
        Talk.say("ran " + (RAN.get() - deep - FULL - SHORT - virtual));
        Talk.await("finish");
        System.exit(0);
    }

    private static void await() {
        awaitQuietly(END);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void nearTheEndOfTheStack() throws InterruptedException {
        new Thread(RUN).getName(); // what the JDK initialises for the first one it would never again
        List<Thread> started = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> {
                    for (int i = 0; i < DEEP_ROUNDS; i++) {
                        mostDeep = deep + DEEP_STARTS;
                        descend(started);
                    }
                },
                "deep",
                SMALL_STACK);
        thread.start();
        thread.join();
        for (Thread each : started) {
            each.join();
        }
    }

    /** Starts one thread each time that the stack is one frame shorter. */
    @SuppressWarnings("InfiniteRecursion") // until the stack ends
    private static void descend(List<Thread> started) {
        try {
            descend(started);
        } catch (StackOverflowError e) {
            return; // the next one is tried by the caller
        }
        if (deep < mostDeep) {
            Thread thread = new Thread(RUN);
            started.add(thread);
            thread.start();
            deep++;
        }
    }

    /** Before JDK 19, a group of threads takes heap for more at once than it has had. */
    private static void manyAtOnce() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(FULL);
        Thread[] threads = new Thread[FULL];
        for (int i = 0; i < FULL; i++) {
            threads[i] = new Thread(() -> {
                end.countDown();
                awaitQuietly(end);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void inAFullHeap() throws InterruptedException {
        manyAtOnce();
        Thread[] threads = new Thread[FULL];
        for (int i = 0; i < FULL; i++) {
            threads[i] = new Thread(RUN);
        }
        Object[] filled = null;
        int size = LARGEST;
        while (size > 1) {
            try {
                Object[] more = new Object[size];
                more[0] = filled;
                filled = more;
            } catch (OutOfMemoryError e) {
                size /= 2; // smaller ones may have room
            }
        }
        for (Thread thread : threads) {
            thread.start();
        }
        filled = null;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** From JDK 21 on; none before. */
    private static int virtual() throws Exception {
        if (Runtime.version().feature() < 21) {
            return 0;
        }
        ExecutorService executor = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        for (int i = 0; i < VIRTUAL; i++) {
            executor.execute(RUN);
        }
        executor.shutdown();
        while (!executor.isTerminated()) {
            Thread.onSpinWait();
        }
        return VIRTUAL;
    }
}
