package io.nmt.core.internal.starts;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The task of a thread that a {@code ThreadPoolExecutor} has started. Its fields are read: methods of an executor may
 * be the application's, and take its locks.
 *
 * @param executor of the thread
 * @param open whether that was not shut down
 * @param idle whether the thread waits for a task
 * @param limited whether the executor has a limit of threads
 * @param threads of the executor, this one included
 */
record PoolWorker(Object executor, boolean open, boolean idle, boolean limited, int threads) {
    private static final int COUNT_MASK = (1 << 29) - 1;
    private static final int MOST_THREADS = 10_000; // a larger limit is none

    private static final JdkAccess JDK = JdkInternals.access();
    private static final Class<?> POOL = ThreadFields.named("java.util.concurrent.ThreadPoolExecutor");
    private static final Class<?> WORKER = ThreadFields.named("java.util.concurrent.ThreadPoolExecutor$Worker");
    private static final long EXECUTOR = ThreadFields.offset(WORKER, "this$0");
    private static final long CONTROL = ThreadFields.offset(POOL, "ctl");
    private static final long LIMIT = ThreadFields.offset(POOL, "maximumPoolSize");
    private static final long LOCKED =
            ThreadFields.offset(ThreadFields.named("java.util.concurrent.locks.AbstractQueuedSynchronizer"), "state");

    private static boolean isKnown() {
        for (long offset : new long[] {EXECUTOR, CONTROL, LIMIT, LOCKED}) {
            if (offset == JdkAccess.NO_FIELD) {
                return false;
            }
        }
        return true;
    }

    /** Returns null if the thread's task is another one, or it has ended. */
    static PoolWorker of(Thread thread) {
        if (!isKnown()) {
            return null;
        }
        Object task = ThreadFields.task(thread);
        if (task == null || task.getClass() != WORKER) {
            return null;
        }
        Object executor = JDK.reference(task, EXECUTOR);
        int control = ((AtomicInteger) JDK.reference(executor, CONTROL)).get();
        return new PoolWorker(
                executor,
                control < 0, // its state is in the upper bits, and below 0 until it is shut down
                JDK.intIn(task, LOCKED) == 0, // it is locked while it has a task
                JDK.intIn(executor, LIMIT) < MOST_THREADS,
                Math.max(1, control & COUNT_MASK));
    }
}
