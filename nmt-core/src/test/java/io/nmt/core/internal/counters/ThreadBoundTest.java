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

    private Thread counting(CountDownLatch counted, CountDownLatch end) {
        return new Thread(() -> {
            for (int i = 0; i < BLOCKS; i++) {
                counters.current().allocated(CATEGORY, 2);
                counters.current().freed(CATEGORY, 1);
            }
            counters.current().label(CATEGORY, false);
            counted.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void whatTheyCountIsInTheSums() throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(THREADS);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(counting(counted, end));
            threads.get(i).start();
        }
        counted.await();
        CounterSums sums = counters.read();
        assertThat(sums.liveBytes(CATEGORY)).isEqualTo((long) THREADS * BLOCKS);
        assertThat(sums.allocatedBlocks(CATEGORY)).isEqualTo((long) THREADS * BLOCKS);
        assertThat(counters.peaks().peakBytes(CATEGORY)).isBetween((long) THREADS * BLOCKS, 2L * THREADS * BLOCKS);
        // Threads that come at once may each be one more, and one set is shared.
        assertThat(counters.list().size).isBetween(MOST, THREADS);
        assertThat(counters.current().takeLabel(0)).isZero(); // each label is a thread's own

        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counters.read().liveBytes(CATEGORY)).isEqualTo((long) THREADS * BLOCKS);
    }
}
