package io.nmt.core.internal.starts;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.TwoLines;
import io.nmt.core.internal.concurrent.TableBound;
import io.nmt.core.internal.sites.SampledObject;
import io.nmt.core.model.StartedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** The table of started threads: its bound, its groups, and that ended threads leave. */
class StartTableTest {
    private static final int BOUND = 64;
    private static final int FULL = 5;
    private static final long MOST_NANOS = 120_000_000_000L;

    @Test
    void groupsHaveNamesStatesAndExecutors() throws Exception {
        StartTable table = new StartTable(TableBound.of(1 << 14));
        List<ExecutorService> executors = new ArrayList<>();
        CountDownLatch end = new CountDownLatch(1);
        try {
            for (int i = 0; i < 20; i++) {
                executors.add(executorWithIdleThread(table));
            }
            executors.get(0).shutdown();
            Thread single = new Thread(() -> await(end), "single");
            start(table, single);
            List<StartedThreads> groups = groupsOnceIdle(table);

            assertThat(groups).hasSize(2);
            StartedThreads pools = groups.get(0);
            assertThat(pools.name()).isEqualTo("idle-N-thread-1");
            assertThat(pools.count()).isBetween(19L, 20L);
            assertThat(pools.openExecutors()).isEqualTo(19);
            assertThat(pools.pooled()).isZero();
            assertThat(pools.line().site().frames()).isNotEmpty();
            assertThat(groups.get(1).name()).isEqualTo("single");
            assertThat(groups.get(1).executors()).isZero();
            end.countDown();
            single.join();
            assertThat(groups(table)).hasSize(1);
        } finally {
            end.countDown();
            executors.forEach(ExecutorService::shutdownNow);
        }
    }

    /** One executor's threads may be started on several lines: that is one group, and one leak. */
    @Test
    void linesThatStartThreadsOfTheSameExecutorsAreOneGroup() throws Exception {
        StartTable table = new StartTable(TableBound.of(1 << 14));
        List<ExecutorService> executors = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                int number = i;
                List<Thread> made = new ArrayList<>();
                ExecutorService executor = Executors.newFixedThreadPool(2, task -> {
                    Thread thread = new Thread(task, "two-" + number + "-thread-" + made.size());
                    made.add(thread);
                    return thread;
                });
                executors.add(executor);
                executor.submit(() -> {}).get();
                executor.submit(() -> {}).get();
                TwoLines.first(() -> table.made(made.get(0), NUMBER));
                TwoLines.second(() -> table.made(made.get(1), NUMBER));
            }
            List<StartedThreads> groups = groupsOnceIdle(table);
            assertThat(groups).hasSize(1);
            assertThat(groups.get(0).count()).isEqualTo(10);
            assertThat(groups.get(0).openExecutors()).isEqualTo(5);
            assertThat(groups.get(0).line().open()).isEqualTo(10);
            assertThat(groups.get(0).line().stacks()).hasSize(2);
        } finally {
            executors.forEach(ExecutorService::shutdownNow);
        }
    }

    @Test
    void threadsBeyondTheBoundAreNotKept() throws InterruptedException {
        TableBound bound = TableBound.of(BOUND);
        StartTable table = new StartTable(bound);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4 * BOUND; i++) {
            Thread thread = new Thread(() -> await(end), "many-" + i);
            threads.add(thread);
            start(table, thread);
        }
        assertThat(table.size()).isLessThanOrEqualTo(BOUND);
        long told = groups(table).get(0).count();
        assertThat(told).as("an estimate, where samples stand for several").isGreaterThan(BOUND);
        LiveThreads corrected = new LiveThreads();
        table.forEach(corrected::add);
        corrected.addUnknown(threads.subList(0, BOUND).toArray(Thread[]::new));
        assertThat(corrected.groups().get(0).count())
                .as("no more than there are")
                .isEqualTo(BOUND);
        assertThat(corrected.groups().get(0).line().open()).isEqualTo(BOUND);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(groups(table)).isEmpty();
        assertThat(table.size()).isZero();
        assertThat(bound.entries()).isZero();
    }

    /** One sampled thread of 40 tenants gave its name, with the tenant's number, to all. */
    @Test
    void aSampleHasTheNameOfAllThatItStandsFor() throws InterruptedException {
        StartTable table = new StartTable(TableBound.of(BOUND));
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4 * BOUND; i++) {
            threads.add(new Thread(() -> await(end), "tenant" + i + "-scheduler-1"));
            start(table, threads.get(i));
        }
        LiveThreads live = new LiveThreads();
        List<SampledObject<Thread>> samples = new ArrayList<>();
        table.forEach(samples::add);
        SampledObject<Thread> ofSeveral =
                samples.stream().filter(sample -> sample.weight() > 1).findAny().orElseThrow();
        live.add(ofSeveral);
        live.addUnknown(threads.toArray(Thread[]::new));
        assertThat(live.groups()).extracting(StartedThreads::name).containsExactly("tenantN-scheduler-1");
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** A fourth of the bound is open, so one in two and fewer are sampled. */
    @Test
    void executorsAreEstimatedWhereNotEachThreadIsSampled() throws Exception {
        StartTable table = new StartTable(TableBound.of(BOUND));
        List<ExecutorService> executors = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * BOUND; i++) {
                executors.add(executorWithIdleThread(table));
            }
            StartedThreads group = groupsOnceIdle(table).get(0);
            assertThat(group.executors()).isEqualTo(group.count()).isGreaterThan(table.size());
            assertThat(group.openExecutors()).isEqualTo(group.count());
        } finally {
            executors.forEach(ExecutorService::shutdownNow);
        }
    }

    /** A few full pools have filled; many were made again and again. */
    @Test
    void fewPoolsMayFillAndManyFullOnesMayNot() throws Exception {
        assertThat(ofFullPools(3).pooled()).isEqualTo(3 * FULL);
        assertThat(ofFullPools(40).pooled()).isZero();
    }

    /** A leak was told without its line, where a pool of the JDK started 3,000 threads a second for tasks beside it. */
    @Test
    void threadsOfAnotherKindHideNone() throws InterruptedException {
        StartTable table = new StartTable(TableBound.of(1 << 14));
        LongAdder started = new LongAdder();
        Thread ended = new Thread(() -> {}, "task");
        start(table, ended);
        ended.join();
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> leaked = new ArrayList<>();
        for (int i = 0; i < 400_000; i++) {
            table.made(ended, started);
            started.increment();
            if (i % 10_000 == 0) {
                leaked.add(new Thread(() -> await(end), "leaked-" + i));
                start(table, leaked.get(leaked.size() - 1));
            }
        }
        StartedThreads group = groups(table).get(0);
        end.countDown();
        for (Thread thread : leaked) {
            thread.join();
        }
        assertThat(group.name()).isEqualTo("leaked-N");
        assertThat(group.count()).isEqualTo(leaked.size());
        assertThat(group.line().standardError()).isZero();
    }

    private static StartedThreads ofFullPools(int pools) throws Exception {
        StartTable table = new StartTable(TableBound.of(1 << 14));
        List<ExecutorService> executors = new ArrayList<>();
        try {
            for (int i = 0; i < pools; i++) {
                ExecutorService executor = Executors.newFixedThreadPool(FULL, task -> {
                    Thread thread = new Thread(task, "full-" + NUMBER.intValue());
                    NUMBER.increment();
                    table.made(thread, NUMBER);
                    return thread;
                });
                executors.add(executor);
                for (int j = 0; j < FULL; j++) {
                    executor.submit(() -> {}).get();
                }
            }
            return groupsOnceIdle(table).get(0);
        } finally {
            executors.forEach(ExecutorService::shutdownNow);
        }
    }

    /** Pools of libraries know no limit that the tracker knows. */
    @Test
    void threadsOfAForkJoinPoolAreOfOneExecutor() throws Exception {
        StartTable table = new StartTable(TableBound.of(1 << 14));
        CountDownLatch started = new CountDownLatch(FULL);
        CountDownLatch end = new CountDownLatch(1);
        ForkJoinPool pool = new ForkJoinPool(FULL);
        try {
            for (int i = 0; i < FULL; i++) {
                pool.execute(() -> {
                    table.made(Thread.currentThread(), NUMBER);
                    started.countDown();
                    await(end);
                });
            }
            started.await();
            StartedThreads group = groups(table).get(0);
            assertThat(group.executors()).isEqualTo(1);
            assertThat(group.pooled()).isEqualTo(FULL);
            assertThat(group.idle()).isZero();
        } finally {
            end.countDown();
            pool.shutdownNow();
        }
    }

    private static ExecutorService executorWithIdleThread(StartTable table) throws Exception {
        int number = NUMBER.intValue();
        NUMBER.increment();
        List<Thread> made = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task, "idle-" + number + "-thread-1");
            made.add(thread);
            return thread;
        });
        Future<?> done = executor.submit(() -> {});
        done.get();
        table.made(made.get(0), NUMBER);
        return executor;
    }

    private static final LongAdder NUMBER = new LongAdder();

    /** A worker is idle a moment after its task has a result. */
    private static List<StartedThreads> groupsOnceIdle(StartTable table) {
        List<StartedThreads> groups = groups(table);
        long start = System.nanoTime();
        while (groups.get(0).idle() != groups.get(0).count() && System.nanoTime() - start < MOST_NANOS) {
            Thread.onSpinWait();
            groups = groups(table);
        }
        assertThat(groups.get(0).idle())
                .as(groups::toString)
                .isEqualTo(groups.get(0).count());
        return groups;
    }

    private static void start(StartTable table, Thread thread) {
        thread.start();
        table.made(thread, NUMBER);
    }

    private static List<StartedThreads> groups(StartTable table) {
        LiveThreads live = new LiveThreads();
        table.forEach(live::add);
        return live.groups();
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
