package io.nmt.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A thread that a hostile maker starts has nothing of it. */
class DetachedThreadTest {
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private final AtomicReference<Thread> made = new AtomicReference<>();
    private final AtomicReference<String> inherited = new AtomicReference<>();

    @Test
    void hasNothingOfItsMaker() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("webapp");
        group.setMaxPriority(Thread.MIN_PRIORITY + 1);
        Thread maker = new Thread(group, this::make, "request");
        maker.setPriority(Thread.MIN_PRIORITY);
        maker.setContextClassLoader(new ClassLoader() {});
        maker.start();
        maker.join();

        Thread thread = made.get();
        assertThat(thread.getThreadGroup().getParent()).isNull();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(thread.getContextClassLoader()).isNull();
        assertThat(thread.getName()).isEqualTo("ours");
        thread.start();
        thread.join();
        assertThat(inherited).hasNullValue();
        assertThat(group.activeCount()).isZero();
    }

    private void make() {
        INHERITED.set("the maker's");
        made.set(DetachedThread.of("ours", () -> inherited.set(INHERITED.get())));
    }
}
