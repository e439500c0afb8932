package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.tracker.TrackedPart;
import io.nmt.core.model.NotTracked;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateInstallationTest {
    private static final NotTracked LACKING = new NotTracked("Foreign Malloc", "no class", true);

    @BeforeEach
    @AfterEach
    void forget() {
        TrackedPart.lacks(List.of());
    }

    /** The second attempt is of another thread, and waits until the first one's reason was seen. */
    @Test
    void aFailureIsToldAndTriedAgainByAThreadOfTheAgent() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        AtomicReference<Thread> second = new AtomicReference<>();
        CountDownLatch tries = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        LateInstallation installation = new LateInstallation(LACKING.category(), () -> {
            if (attempts.incrementAndGet() == 1) {
                return LACKING.why();
            }
            second.set(Thread.currentThread());
            tries.countDown();
            awaitQuietly(seen);
            return null;
        });

        installation.run();

        assertThat(TrackedPart.coverage().notTracked()).containsExactly(LACKING);
        tries.await();
        seen.countDown();
        second.get().join();
        assertThat(second.get().getName()).isEqualTo("nmt-late-hooks");
        assertThat(attempts).hasValue(2);
        assertThat(TrackedPart.coverage().notTracked())
                .singleElement()
                .satisfies(told -> assertThat(told.why()).startsWith("what was linked or opened before its hooks"));
    }

    @Test
    void nothingIsToldOfSuccess() {
        new LateInstallation(LACKING.category(), () -> null).run();

        assertThat(TrackedPart.coverage().notTracked()).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
