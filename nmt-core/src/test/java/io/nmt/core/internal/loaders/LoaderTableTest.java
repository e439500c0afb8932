package io.nmt.core.internal.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.model.LoaderKeeper;
import io.nmt.core.model.MadeLoaders;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** The table of class loaders: its bound, its groups, and that collected loaders leave. */
class LoaderTableTest {
    private static final int BOUND = 64;
    private static final LongAdder MADE = new LongAdder();

    /** As the hook does: within the constructor. */
    private static class Hooked extends ClassLoader {
        Hooked(LoaderTable table) {
            super(LoaderTableTest.class.getClassLoader());
            table.made(this, MADE);
        }
    }

    private static final class Sub extends Hooked {
        Sub(LoaderTable table) {
            super(table);
        }
    }

    private static final class Others extends Hooked {
        Others(LoaderTable table) {
            super(table);
        }
    }

    /** A value of a thread-local variable. */
    private static final class Child extends ClassLoader {
        Child(ClassLoader parent) {
            super(parent);
        }
    }

    private static final ThreadLocal<Object> VARIABLE = new ThreadLocal<>();

    @Test
    void groupsHaveClassesAndParents() {
        LoaderTable table = new LoaderTable(TableBound.of(1 << 14));
        Object[] kept = new Object[20];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = i < 15 ? new Sub(table) : new Others(table);
        }
        List<MadeLoaders> groups;
        try {
            groups = groups(table);
        } finally {
            Reference.reachabilityFence(kept);
        }
        assertThat(groups)
                .extracting(MadeLoaders::className)
                .containsExactly(Sub.class.getName(), Others.class.getName());
        assertThat(groups).extracting(MadeLoaders::count).containsExactly(15L, 5L);
        assertThat(groups.get(0).parent())
                .isEqualTo(getClass().getClassLoader().getClass().getName());
        assertThat(groups.get(0).keeper()).isNull();
    }

    @Test
    void threadsKeepLoadersByContextAndByLocals() throws InterruptedException {
        LoaderTable table = new LoaderTable(TableBound.of(1 << 14));
        Others context = new Others(table);
        Sub local = new Sub(table);
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        Thread first = thread("keeps-1", started, end, () -> {});
        first.setContextClassLoader(new Child(context));
        Thread second = thread("local-1", started, end, () -> VARIABLE.set(new Child(local)));
        second.setContextClassLoader(null);
        first.start();
        second.start();
        started.await();
        List<MadeLoaders> groups = groups(table);
        end.countDown();
        first.join();
        second.join();
        assertThat(groups)
                .extracting(MadeLoaders::keeper)
                .containsExactlyInAnyOrder(
                        new LoaderKeeper(LoaderKeeper.How.CONTEXT, 1, "keeps-1"),
                        new LoaderKeeper(LoaderKeeper.How.THREAD_LOCAL, 1, "local-1"));
    }

    private static Thread thread(String name, CountDownLatch started, CountDownLatch end, Runnable first) {
        return new Thread(
                () -> {
                    first.run();
                    started.countDown();
                    await(end);
                },
                name);
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void loadersBeyondTheBoundAreNotKept() {
        TableBound bound = TableBound.of(BOUND);
        LoaderTable table = new LoaderTable(bound);
        Others[] kept = new Others[4 * BOUND];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Others(table);
        }
        assertThat(table.size()).isLessThanOrEqualTo(BOUND);
        assertThat(groups(table).get(0).count())
                .as("an estimate, where samples stand for several")
                .isGreaterThan(BOUND);
        Arrays.fill(kept, null);
        while (table.size() > 0) {
            System.gc();
            table.forEach(sample -> {});
        }
        assertThat(groups(table)).isEmpty();
        assertThat(bound.entries()).isZero();
    }

    private static List<MadeLoaders> groups(LoaderTable table) {
        LiveLoaders live = new LiveLoaders();
        table.forEach(live::add);
        return live.groups(true, -1);
    }
}
