package io.nmt.core.internal.unreachable;

import io.nmt.core.internal.counters.ThreadCounters;
import io.nmt.core.internal.tracker.Tracker;
import io.nmt.core.model.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A thread that frees what the garbage collector has found unreachable, and what it has freed since it was looked up.
 *
 * <p>Such threads are known by their stacks: they stand where a thread waits for references, or run the loop of one of
 * the JDK's. So a cleaner of the application counts whatever its thread is called, and a thread that is called a
 * cleaner does not.
 */
final class CleaningThread {
    private final Thread thread;

    // Null until the thread frees for the first time. Kept: those of a thread that ends are thrown away.
    private ThreadCounters counters;

    private final long[] bytesBefore = new long[Category.MAX_CATEGORIES + 1];
    private final long[] blocksBefore = new long[Category.MAX_CATEGORIES + 1];
    private final long unknownBefore;

    private CleaningThread(Thread thread) {
        this.thread = thread;
        this.unknownBefore = unknownFrees();
        for (int id = 1; id < bytesBefore.length; id++) {
            bytesBefore[id] = freedBytes(id);
            blocksBefore[id] = freedBlocks(id);
        }
    }

    /** All such threads of this JVM. */
    static List<CleaningThread> all() {
        List<CleaningThread> threads = new ArrayList<>();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            if (cleans(entry.getValue())) {
                CleaningThread thread = new CleaningThread(entry.getKey());
                threads.add(isReferenceHandler(entry.getValue()) ? 0 : threads.size(), thread);
            }
        }
        return threads;
    }

    private static boolean cleans(StackTraceElement[] stack) {
        return isReferenceHandler(stack)
                || contains(stack, "java.lang.ref.Finalizer$FinalizerThread", "run")
                || contains(stack, "jdk.internal.ref.CleanerImpl", "run")
                || waits(stack);
    }

    /** In {@code remove} or, called by it, {@code remove0}. */
    private static boolean waits(StackTraceElement[] stack) {
        return contains(stack, "java.lang.ref.ReferenceQueue", "remove");
    }

    private static boolean contains(StackTraceElement[] stack, String className, String methodPrefix) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(className) && frame.getMethodName().startsWith(methodPrefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReferenceHandler(StackTraceElement[] stack) {
        return stack.length > 0
                && stack[stack.length - 1].getClassName().equals("java.lang.ref.Reference$ReferenceHandler");
    }

    /** True if the thread has nothing to clean. */
    boolean atRest() {
        StackTraceElement[] stack = thread.getStackTrace();
        if (isReferenceHandler(stack)) {
            return stack[0].getMethodName().equals("waitForReferencePendingList");
        }
        // One that was notified is blocked, on the queue's monitor, until it goes on; but where the queue has a lock
        // instead (JDK 21), it waits until it runs.
        Thread.State state = thread.getState();
        return state == Thread.State.TERMINATED
                || ((state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) && waits(stack));
    }

    long freedBytes(int categoryId) {
        return counters() == null ? 0 : counters.freedBytes(categoryId) - bytesBefore[categoryId];
    }

    long freedBlocks(int categoryId) {
        return counters() == null ? 0 : counters.freedBlocks(categoryId) - blocksBefore[categoryId];
    }

    long unknownFrees() {
        return counters() == null ? 0 : counters.unknownFrees() - unknownBefore;
    }

    private ThreadCounters counters() {
        if (counters == null) {
            counters = Tracker.countersOf(thread);
        }
        return counters;
    }
}
