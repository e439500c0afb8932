package io.nmt.core.internal.threads;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A daemon thread that has nothing of the application: not its class loader, nor its inheritable thread-locals, whoever
 * starts it.
 */
public abstract class DetachedThread extends Thread {
    private static final AtomicReference<Runnable> HANDED_OVER = new AtomicReference<>();

    // Those that have paused, and go on to do so until they end. Where the heap is full, a pause must not allocate.
    private static final int MOST_PAUSING = 8;
    private static final AtomicReferenceArray<Thread> PAUSING = new AtomicReferenceArray<>(MOST_PAUSING);

    /**
     * A thread that is not started.
     *
     * @param name of the thread
     */
    @SuppressWarnings("this-escape") // of a thread that is not started: nothing overrides these two
    protected DetachedThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
        setContextClassLoader(ClassLoader.getSystemClassLoader());
    }

    /**
     * Pauses the current thread, and runs what was handed over meanwhile. Code that interrupts all threads does not
     * mean this one: then the pause is over.
     *
     * @param millis for how long
     */
    public static void pause(long millis) {
        notePausing(Thread.currentThread());
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Then its next look is earlier.
        }
        Runnable task = HANDED_OVER.getAndSet(null);
        if (task != null) {
            task.run();
        }
    }

    private static void notePausing(Thread thread) {
        for (int i = 0; i < MOST_PAUSING; i++) {
            if (PAUSING.get(i) == thread) {
                return;
            }
        }
        for (int i = 0; i < MOST_PAUSING; i++) {
            Thread before = PAUSING.get(i);
            if ((before == null || !before.isAlive()) && PAUSING.compareAndSet(i, before, thread)) {
                return;
            }
        }
    }

    /**
     * Has a task run soon by a thread that pauses again and again, for code that must not start a thread: where memory
     * is short that fails, and the JVM may be told to end at the first such failure.
     *
     * @param task that throws nothing
     * @return false if there is no such thread, or it has another task to run first; then nothing is done
     */
    public static boolean handOver(Runnable task) {
        Thread chosen = null;
        for (int i = 0; i < MOST_PAUSING; i++) {
            Thread thread = PAUSING.get(i);
            chosen = thread != null && thread.isAlive() ? thread : chosen;
        }
        if (chosen == null || !HANDED_OVER.compareAndSet(null, task)) {
            return false;
        }
        chosen.interrupt();
        return true;
    }
}
