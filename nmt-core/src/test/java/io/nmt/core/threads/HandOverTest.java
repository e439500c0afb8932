package io.nmt.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HandOverTest {
    private static final long LONG_MILLIS = 600_000;

    /** As where native memory and a thread are refused while the report of a full heap is written. */
    @Test
    void tasksThatComeTogetherAllRun() throws InterruptedException {
        CountDownLatch pauses = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(3);
        AtomicBoolean interrupted = new AtomicBoolean();
        DetachedThread thread = new DetachedThread("test-pausing") {
            @Override
            public void run() {
                pause(1);
                pauses.countDown();
                while (others.getCount() > 0) {
                    pause(LONG_MILLIS);
                }
            }
        };
        thread.start();
        pauses.await();

        assertThat(DetachedThread.handOver(() -> {
                    first.countDown();
                    interrupted.set(!await(mayGoOn));
                }))
                .isTrue();
        first.await();
        for (int i = 0; i < 3; i++) {
            assertThat(DetachedThread.handOver(others::countDown)).isTrue();
        }
        mayGoOn.countDown();

        assertThat(others.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(interrupted).as("a task is not interrupted by the next").isFalse();
        thread.join();
        assertThat(DetachedThread.handOver(() -> {}))
                .as("to a thread that has ended")
                .isFalse();
    }

    /** As where the pressure thread finds that there is nothing to watch while the heap is full. */
    @Test
    void aThreadThatEndsRunsWhatItWasGiven() throws InterruptedException {
        CountDownLatch pauses = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        AtomicBoolean ran = new AtomicBoolean();
        DetachedThread thread = new DetachedThread("test-ending") {
            @Override
            public void run() {
                pause(1);
                pauses.countDown();
                HandOverTest.await(given);
                endPauses();
            }
        };
        thread.start();
        pauses.await();

        assertThat(DetachedThread.handOver(() -> ran.set(true))).isTrue();
        given.countDown();
        thread.join();

        assertThat(ran).isTrue();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
