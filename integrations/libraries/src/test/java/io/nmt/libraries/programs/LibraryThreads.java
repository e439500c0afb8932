package io.nmt.libraries.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jboss.threads.EnhancedQueueExecutor;

/** Has threads of pools that libraries wrote for themselves: all busy until a line comes, and idle from then on. */
public final class LibraryThreads {
    /** Threads of each pool. */
    public static final int THREADS = 12;

    private LibraryThreads() {}

    public static void main(String[] arguments) throws Exception {
        QueuedThreadPool jetty = new QueuedThreadPool(THREADS, THREADS);
        jetty.setName("jetty");
        jetty.setReservedThreads(0);
        jetty.start();
        List<Executor> pools = new ArrayList<>();
        pools.add(new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.HOURS,
                new LinkedBlockingQueue<>(),
                new TaskThreadFactory("tomcat-", true, Thread.NORM_PRIORITY)));
        pools.add(jetty);
        pools.add(new EnhancedQueueExecutor.Builder()
                .setCorePoolSize(THREADS)
                .setMaximumPoolSize(THREADS)
                .setThreadFactory(task -> new Thread(task, "jboss-" + task.hashCode()))
                .build());
        pools.add(new ForkJoinPool(THREADS));
        CountDownLatch started = new CountDownLatch(THREADS * pools.size());
        CountDownLatch end = new CountDownLatch(1);
        for (Executor pool : pools) {
            for (int i = 0; i < THREADS; i++) {
                pool.execute(() -> {
                    started.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
        started.await();
        System.out.println("busy");
        System.in.read();
        end.countDown();
        while (((ThreadPoolExecutor) pools.get(0)).getActiveCount() > 0) {
            Thread.onSpinWait();
        }
        System.out.println("idle");
        System.in.read();
        System.exit(0);
    }
}
