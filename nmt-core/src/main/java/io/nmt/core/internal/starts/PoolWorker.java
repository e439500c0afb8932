package io.nmt.core.internal.starts;

import io.nmt.core.internal.jdk.JdkAccess;
import io.nmt.core.internal.jdk.JdkInternals;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A thread that a {@code ThreadPoolExecutor}, or the pool of a known library, has started. Fields are read: methods of
 * an executor may be the application's, and take its locks.
 *
 * @param executor of the thread
 * @param open whether that was not shut down; of a library's, that is not known, and its threads live
 * @param idle whether the thread is known to wait for a task
 * @param limit the most threads that the executor may have
 * @param threads of the executor, this one included; {@link #UNKNOWN} for a library's
 */
record PoolWorker(Object executor, boolean open, boolean idle, int limit, int threads) {
    /** In place of a number of threads. */
    static final int UNKNOWN = 0;

    private static final int COUNT_MASK = (1 << 29) - 1;

    /** The limit of threads of a library's pool: it has one, at most 1,000 in practice, and 200 by default in most. */
    private static final int LIBRARY_LIMIT = 1_000;

    private static final JdkAccess JDK = JdkInternals.access();
    private static final Class<?> POOL = ThreadFields.named("java.util.concurrent.ThreadPoolExecutor");
    private static final Class<?> WORKER = ThreadFields.named("java.util.concurrent.ThreadPoolExecutor$Worker");
    private static final long EXECUTOR = ThreadFields.offset(WORKER, "this$0");
    private static final long CONTROL = ThreadFields.offset(POOL, "ctl");
    private static final long LIMIT = ThreadFields.offset(POOL, "maximumPoolSize");
    private static final Class<?> SYNCHRONIZER =
            ThreadFields.named("java.util.concurrent.locks.AbstractQueuedSynchronizer");
    private static final long LOCKED = ThreadFields.offset(SYNCHRONIZER, "state");

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
            return ofLibrary(LibraryWorker.of(thread, task));
        }
        Object executor = JDK.reference(task, EXECUTOR);
        int control = ((AtomicInteger) JDK.reference(executor, CONTROL)).get();
        return new PoolWorker(
                executor,
                control < 0, // its state is in the upper bits, and below 0 until it is shut down
                isUnlocked(task),
                JDK.intIn(executor, LIMIT),
                Math.max(1, control & COUNT_MASK));
    }

    private static PoolWorker ofLibrary(LibraryWorker worker) {
        if (worker == null) {
            return null;
        }
        boolean isIdle = SYNCHRONIZER.isInstance(worker.task()) && isUnlocked(worker.task());
        return new PoolWorker(worker.executor(), true, isIdle, LIBRARY_LIMIT, UNKNOWN);
    }

    /** Tells whether it waits: a worker is locked while it has a task. */
    private static boolean isUnlocked(Object worker) {
        return JDK.intIn(worker, LOCKED) == 0;
    }
}
