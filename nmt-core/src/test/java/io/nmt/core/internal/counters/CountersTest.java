package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int ALL = 0;
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;

    private final Counters counters = new Counters();

    private void allocate(int category, long bytes) {
        counters.current().allocated(category, bytes);
    }

    private void free(int category, long bytes) {
        counters.current().freed(category, bytes);
    }

    @Test
    void allocateAndFreeReturnsToZero() {
        allocate(A, 1 * KB);
        allocate(B, 3 * KB);
        free(A, 1 * KB);
        free(B, 3 * KB);

        CounterSums sums = counters.read();
        for (int category : new int[] {A, B}) {
            assertThat(sums.used(category)).isTrue();
            assertThat(sums.liveBytes(category)).isZero();
            assertThat(sums.liveBlocks(category)).isZero();
        }
        assertThat(sums.used(3)).isFalse();
    }

    @Test
    void aPeakStaysUntilItIsPassed() {
        allocate(A, 1 * MB);
        free(A, 1 * MB);
        allocate(A, 2 * MB);
        assertPeak(A, 2 * MB, 1);
        free(A, 2 * MB);
        assertPeak(A, 2 * MB, 1);
        allocate(A, 1 * MB);
        assertPeak(A, 2 * MB, 1);
        allocate(A, 2 * MB);
        assertPeak(A, 3 * MB, 2);
    }

    private void assertPeak(int category, long bytes, long blocks) {
        counters.read();
        assertThat(counters.peaks().peakBytes(category)).isEqualTo(bytes);
        assertThat(counters.peaks().blocksAtPeak(category)).isEqualTo(blocks);
    }

    @Test
    void thePeakOfTheTotalIsNotTheSumOfThePeaks() {
        allocate(A, 4 * MB);
        free(A, 4 * MB);
        allocate(B, 3 * MB);

        assertPeak(A, 4 * MB, 1);
        assertPeak(B, 3 * MB, 1);
        assertPeak(ALL, 4 * MB, 1);
    }

    @Test
    void blocksOfOneThreadFreedByAnotherAreGone() throws InterruptedException {
        Thread allocating = new Thread(() -> {
            for (int i = 0; i < 1000; i++) {
                allocate(A, 100);
            }
        });
        allocating.start();
        allocating.join();
        assertThat(counters.read().liveBytes(A)).isEqualTo(100_000);

        for (int i = 0; i < 1000; i++) {
            free(A, 100);
        }
        assertThat(counters.read().liveBytes(A)).isZero();
        assertThat(counters.read().liveBlocks(A)).isZero();
    }

    @Test
    void countersOfEndedThreadsAreFolded() throws InterruptedException {
        int threads = 1000;
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> allocate(A, 10));
            thread.start();
            thread.join();
        }
        // Where counters are found by a thread-local (JDK 17 and 21 as a library), their end is what the collector
        // says.
        while (counters.read().threads() > 100) {
            System.gc();
        }
        CounterSums sums = counters.read();
        assertThat(sums.liveBytes(A)).isEqualTo(10L * threads);
        assertThat(sums.liveBlocks(A)).isEqualTo(threads);
        assertThat(counters.peaks().peakBytes(A)).isEqualTo(10L * threads);
    }

    @Test
    void threadsWhoseIdsShareABucketHaveTheirOwnCounters() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        int count = 2100; // of 1,024 buckets some have three
        CyclicBarrier everybodyIsThere = new CyclicBarrier(count);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(
                    null,
                    () -> {
                        allocate(A, 10);
                        await(everybodyIsThere);
                        free(A, 10);
                        allocate(B, 1);
                    },
                    "many",
                    128 * KB);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        CounterSums sums = counters.read();
        assertThat(sums.liveBlocks(A)).isZero();
        assertThat(sums.liveBytes(B)).isEqualTo(count);
    }

    @Test
    void categoriesBeyondTheFirstSixteenAreCounted() {
        for (int category = 1; category <= 255; category++) {
            allocate(category, category);
        }
        CounterSums sums = counters.read();
        for (int category = 1; category <= 255; category++) {
            assertThat(sums.liveBytes(category)).isEqualTo(category);
        }
    }

    @Test
    void anExactPeakIsExactAfterEveryAllocation() {
        counters.peaks().makeExact();
        for (int i = 1; i <= 1000; i++) {
            allocate(A, 1);
            assertThat(counters.peaks().peakBytes(A)).isEqualTo(i);
            assertThat(counters.peaks().blocksAtPeak(A)).isEqualTo(i);
        }
        free(A, 1);
        allocate(A, 1);
        assertThat(counters.peaks().peakBytes(ALL)).isEqualTo(1000);
    }

    /**
     * The true peak is known because the threads take turns; which of them is next is random, and each of them goes up
     * and down, so that their unpublished changes differ in sign. No thread takes a snapshot before the end.
     */
    @Test
    void aFastPeakIsNeverTooHighAndNeverLowByMoreThanItMay() throws InterruptedException {
        for (int seed = 0; seed < 20; seed++) {
            Counters fresh = new Counters();
            int threads = 1 + seed % 8;
            long[] truth = new long[2]; // live, peak
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                Random random = new Random(seed * 100L + t);
                Thread thread = new Thread(() -> upAndDown(fresh, random, truth));
                running.add(thread);
                thread.start();
            }
            for (Thread thread : running) {
                thread.join();
            }
            long peak = fresh.peaks().peakBytes(A);
            long mayLag = Math.max(truth[1] / 100, 64 * KB * threads);
            assertThat(peak).as("seed %d", seed).isBetween(truth[1] - mayLag, truth[1]);
            assertThat(fresh.peaks().peakBytes(ALL)).isBetween(truth[1] - mayLag, truth[1]);
        }
    }

    private static void upAndDown(Counters counters, Random random, long[] truth) {
        List<Integer> mine = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            boolean up = mine.isEmpty() || random.nextInt(100) < (i / 4000 % 2 == 0 ? 60 : 35);
            synchronized (truth) {
                if (up) {
                    int bytes = 1 + random.nextInt(8000);
                    mine.add(bytes);
                    counters.current().allocated(A, bytes);
                    truth[0] += bytes;
                    truth[1] = Math.max(truth[1], truth[0]);
                } else {
                    int bytes = mine.remove(mine.size() - 1);
                    counters.current().freed(A, bytes);
                    truth[0] -= bytes;
                }
            }
        }
    }

    @Test
    void isExactAtEveryPauseOfManyThreads() throws Exception {
        int allocating = 256;
        int freeing = 64;
        int pauses = 5;
        CyclicBarrier pause = new CyclicBarrier(allocating + freeing + 1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < allocating + freeing; t++) {
            boolean allocates = t < allocating;
            Thread thread = new Thread(() -> {
                for (int p = 0; p < pauses; p++) {
                    for (int i = 0; i < 400; i++) {
                        if (allocates) {
                            allocate(A, 100);
                        } else {
                            free(A, 100);
                        }
                    }
                    await(pause);
                    await(pause);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (int p = 1; p <= pauses; p++) {
            await(pause);
            long live = 400L * p * (allocating - freeing);
            assertThat(counters.read().liveBlocks(A)).isEqualTo(live);
            assertThat(counters.read().liveBytes(A)).isEqualTo(live * 100);
            await(pause);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatCouldNotBeTrackedIsCounted() {
        counters.current().unknownFree();
        counters.current().untracked();
        counters.current().untracked();
        assertThat(counters.read().unknownFrees()).isEqualTo(1);
        assertThat(counters.read().untrackedBlocks()).isEqualTo(2);
    }
}
