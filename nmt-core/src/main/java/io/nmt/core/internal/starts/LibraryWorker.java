package io.nmt.core.internal.starts;

import io.nmt.core.internal.jdk.JdkInternals;
import java.lang.reflect.Field;
import java.util.Map;

/**
 * A thread of a pool that a library wrote for itself. Fields are read: methods may be the application's.
 *
 * @param task that knows the executor: the last one where tasks wrap each other
 * @param executor of the thread
 */
record LibraryWorker(Object task, Object executor) {
    private static final Class<?> EXECUTOR = ThreadFields.named("java.util.concurrent.Executor");

    private static final int MOST_STEPS = 3; // from a thread's task through its wrappers

    /** The field that leads from a task or its wrapper to the executor, by the end of the class name: of all copies. */
    private static final Map<String, String> FIELDS = Map.of(
            ".tomcat.util.threads.TaskThread$WrappingRunnable", "wrappedRunnable",
            ".tomcat.util.threads.ThreadPoolExecutor$Worker", "this$0",
            ".jetty.util.thread.QueuedThreadPool$Runner", "this$0",
            ".jboss.threads.EnhancedQueueExecutor$ThreadBody", "this$0",
            ".coroutines.scheduling.CoroutineScheduler$Worker", "this$0",
            "java.util.concurrent.ForkJoinWorkerThread", "pool");

    /** The name of that field; empty for classes that have none. */
    private static final ClassValue<String> FIELD_OF = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            for (Map.Entry<String, String> field : FIELDS.entrySet()) {
                if (type.getName().endsWith(field.getKey())) {
                    return field.getValue();
                }
            }
            return "";
        }
    };

    /** Returns null if the thread is of no known pool. */
    static LibraryWorker of(Thread thread, Object task) {
        LibraryWorker worker = task == null ? null : follow(task);
        return worker == null && thread.getClass() != Thread.class ? follow(thread) : worker;
    }

    private static LibraryWorker follow(Object first) {
        try {
            Object task = first;
            for (int step = 0; task != null && step < MOST_STEPS; step++) {
                String name = FIELD_OF.get(task.getClass());
                if (name.isEmpty()) {
                    return null;
                }
                Field field = task.getClass().getDeclaredField(name);
                JdkInternals.access().makeAccessible(field);
                Object next = field.get(task);
                if (EXECUTOR.isInstance(next)) {
                    return new LibraryWorker(task, next);
                }
                task = next;
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // Another version of the library: a thread of no known pool.
        }
        return null;
    }
}
