package io.nmt.bench.latency;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.bench.support.Runs;
import java.util.concurrent.CountDownLatch;

/** The program that {@link TwoThreads} measures: each thread notes windows of some 10 µs. */
final class PairedProgram {
    static final String NANOS = "ns per pair";
    static final int PAIRS_OF_WINDOW = 500;

    private static final int MOST_WINDOWS = 500_000;
    private static final int WARM_UP_WINDOWS = 20_000;
    private static final int BYTES = 64;

    private static volatile boolean stopped;

    private PairedProgram() {}

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        CountDownLatch ready = new CountDownLatch(threads);
        Worker[] workers = new Worker[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Worker(ready);
            workers[i].start();
        }
        Thread.sleep(Long.parseLong(args[1]));
        stopped = true;
        for (Worker worker : workers) {
            worker.join();
        }
        RunWindows first = workers[0].windows();
        double[] nanos = (threads == 1 ? first.all() : first.whileRuns(workers[1].windows())).toArray();
        ChildJvm.print(NANOS, nanos.length == 0 ? Double.NaN : Runs.median(nanos) / PAIRS_OF_WINDOW);
    }

    private static final class Worker extends Thread {
        private final long[] begins = new long[MOST_WINDOWS];
        private final long[] ends = new long[MOST_WINDOWS];
        private final CountDownLatch ready;
        private int count;

        Worker(CountDownLatch ready) {
            this.ready = ready;
        }

        RunWindows windows() {
            return new RunWindows(begins, ends, count);
        }

        @Override
        public void run() {
            for (int i = 0; i < WARM_UP_WINDOWS; i++) {
                pairs();
            }
            ready.countDown();
            try {
                ready.await();
            } catch (InterruptedException e) {
                return;
            }
            while (!stopped && count < MOST_WINDOWS) {
                begins[count] = System.nanoTime();
                pairs();
                ends[count++] = System.nanoTime();
            }
        }

        private static void pairs() {
            for (int i = 0; i < PAIRS_OF_WINDOW; i++) {
                NativeUnsafe.UNSAFE.freeMemory(NativeUnsafe.UNSAFE.allocateMemory(BYTES));
            }
        }
    }
}
