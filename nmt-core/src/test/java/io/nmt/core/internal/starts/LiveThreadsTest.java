package io.nmt.core.internal.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Threads of which no start was seen, by pattern of names. */
class LiveThreadsTest {
    @Test
    void liveOnesAreCountedByPattern() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length - 1; i++) {
            threads[i] = new Thread(
                    () -> {
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    i < 3 ? "worker-" + i : "other-" + i);
            if (i > 0) { // the first one was not started
                threads[i].start();
            }
        }
        Map<Object, Long> counts = LiveThreads.counts(threads);
        end.countDown();
        for (int i = 1; i < threads.length - 1; i++) {
            threads[i].join();
        }
        assertThat(counts).containsOnly(Map.entry(key("worker-7"), 2L), Map.entry(key("other-9"), 2L));
    }

    @Test
    void theOthersAreUnseen() {
        Map<Object, Long> there = Map.of(key("worker-1"), 240L, key("other-1"), 5L, key("main"), 1L);
        Map<Object, Long> told = Map.of(key("worker-1"), 138L, key("other-1"), 7L, key("ended-1"), 3L);
        assertThat(LiveThreads.unseen(there, told))
                .containsOnly(
                        Map.entry(key("worker-1"), 102L), Map.entry(key("other-1"), 0L), Map.entry(key("main"), 1L));
    }

    private static Object key(String name) {
        return NamePattern.of(name).key();
    }
}
