package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Threads beyond the bound share their counters, and nothing is lost. */
class ThreadBoundTest {
    private static final int MOST = 5;
    private static final int THREADS = 2 * MOST;
    private static final int BLOCKS = 10_000;
    private static final int CATEGORY = 3;

    private final Counters counters = new Counters(MOST);

    private void count(int blocks) {
        for (int i = 0; i < blocks; i++) {
            counters.current().allocated(CATEGORY, 2);
            counters.current().freed(CATEGORY, 1);
        }
    }

    private Thread counting(CountDownLatch begun, CountDownLatch go, CountDownLatch counted, CountDownLatch end) {
        return new Thread(() -> {
            try {
                count(1);
                begun.countDown();
                go.await();
                count(BLOCKS - 1);
                counters.current().label(CATEGORY, false);
                counted.countDown();
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void whatTheyCountIsInTheSums() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch counted = new CountDownLatch(THREADS);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            Thread thread = counting(begun, go, counted, end);
            threads.add(thread);
            thread.start();
            begun.await(); // of threads that come at once, each may be one more
        }
        go.countDown();
        counted.await();
        long liveBytes = (long) THREADS * BLOCKS;
        CounterSums sums = counters.read();
        assertThat(sums.liveBytes(CATEGORY)).isEqualTo(liveBytes);
        assertThat(sums.allocatedBlocks(CATEGORY)).isEqualTo(liveBytes);
        assertThat(counters.peaks().peakBytes(CATEGORY)).isBetween(liveBytes, 2 * liveBytes);
        assertThat(counters.list().size).isEqualTo(MOST + 1); // one is shared
        assertThat(counters.current().takeLabel(0)).isZero(); // each label is a thread's own

        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counters.read().liveBytes(CATEGORY)).isEqualTo(liveBytes);
    }
}
