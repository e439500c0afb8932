package io.nmt.core.internal.origins;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.ThreadUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // of Thread.getId, for which JDK 17 has no other
class OriginsTest {
    private static final int CATEGORY = Category.of("Origins of a test").id();

    @Test
    void whoAndWhen() throws InterruptedException {
        Thread thread = new Thread(() -> Origins.opened(16, 1000, CATEGORY), "opener");
        thread.start();
        thread.join();

        List<Origin> origins = Origins.of(CATEGORY);
        assertThat(origins).hasSize(1);
        Origin origin = origins.get(0);
        assertThat(origin.address()).isEqualTo(16);
        assertThat(origin.bytes()).isEqualTo(1000);
        assertThat(origin.threadId()).isEqualTo(thread.getId());
        assertThat(origin.threadName()).isEqualTo("opener");
        assertThat(Origins.of(CATEGORY).get(0).ageNanos()).isGreaterThanOrEqualTo(origin.ageNanos());

        Origins.resized(16, 2000);
        assertThat(Origins.of(CATEGORY).get(0).bytes()).isEqualTo(2000);
        assertThat(Origins.of(CATEGORY).get(0).threadName()).isEqualTo("opener");
        assertThat(Origins.of(Category.ZIP.id())).isEmpty();

        Origins.closed(16);
        assertThat(Origins.of(CATEGORY)).isEmpty();
    }

    @Test
    void byThread() throws InterruptedException {
        Origins.opened(16, 1000, CATEGORY);
        Origins.opened(32, 200, CATEGORY);
        Origins.opened(48, 5000, Category.ZIP.id());
        Thread thread = new Thread(() -> Origins.opened(64, 1500, CATEGORY), "other");
        thread.start();
        thread.join();

        assertThat(Origins.byThread(CATEGORY))
                .containsExactly(
                        new ThreadUsage(thread.getId(), "other", 1500, 1),
                        new ThreadUsage(
                                Thread.currentThread().getId(),
                                Thread.currentThread().getName(),
                                1200,
                                2));

        for (long address = 16; address <= 64; address += 16) {
            Origins.closed(address);
        }
        assertThat(Origins.byThread(CATEGORY)).isEmpty();
    }

    @Test
    void ofABlockThatIsNotKnown() {
        Origins.resized(48, 1);
        Origins.closed(48);

        assertThat(Origins.of(CATEGORY)).isEmpty();
    }
}
