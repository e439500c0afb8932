package io.nmt.bench.latency;

import io.nmt.bench.support.ChildJvm;
import io.nmt.bench.support.NativeUnsafe;
import io.nmt.bench.support.Runs;
import java.util.concurrent.CountDownLatch;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The program that {@link TwoThreads} measures. */
final class PairedProgram {
    static final String NANOS = "ns per pair";
    static final int PAIRS_OF_WINDOW = 500;

    /*
     * Each thread notes begin and end of windows of some 10 µs. Of a machine that has other work, only those count in
     * which the other thread was not interrupted: the windows of that one leave no gap, and none is long.
     */
    private static final int MOST_WINDOWS = 500_000;
    private static final int WARM_UP_WINDOWS = 20_000;
    private static final long LONGEST_GAP_NANOS = 300;
    private static final long LONGEST_WINDOW_NANOS = 300_000;
    private static final int BYTES = 64;

    private static volatile boolean stopped;

    private PairedProgram() {}

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        CountDownLatch ready = new CountDownLatch(threads);
        Windows[] all = new Windows[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Windows(ready);
            all[i].start();
        }
        Thread.sleep(Long.parseLong(args[1]));
        stopped = true;
        for (Windows windows : all) {
            windows.join();
        }
        double[] nanos = (threads == 1 ? all[0].all() : all[0].whileRuns(all[1])).toArray();
        ChildJvm.print(NANOS, nanos.length == 0 ? Double.NaN : Runs.median(nanos) / PAIRS_OF_WINDOW);
    }

    private static final class Windows extends Thread {
        private final long[] begins = new long[MOST_WINDOWS];
        private final long[] ends = new long[MOST_WINDOWS];
        private final CountDownLatch ready;
        private int count;

        Windows(CountDownLatch ready) {
            this.ready = ready;
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

        private double nanos(int window) {
            return ends[window] - begins[window];
        }

        DoubleStream all() {
            return IntStream.range(0, count).mapToDouble(this::nanos);
        }

        DoubleStream whileRuns(Windows other) {
            DoubleStream.Builder found = DoubleStream.builder();
            int first = 0;
            for (int i = 0; i < count; i++) {
                while (first < other.count && other.ends[first] < begins[i]) {
                    first++;
                }
                if (other.runs(first, begins[i], ends[i])) {
                    found.add(nanos(i));
                }
            }
            return found.build();
        }

        /** True if windows from a number on cover a time without a gap. */
        private boolean runs(int window, long begin, long end) {
            long until = begin;
            for (int i = window; until < end; i++) {
                if (i >= count || begins[i] > until + LONGEST_GAP_NANOS || nanos(i) > LONGEST_WINDOW_NANOS) {
                    return false;
                }
                until = ends[i];
            }
            return true;
        }
    }
}
