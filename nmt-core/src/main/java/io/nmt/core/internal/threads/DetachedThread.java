package io.nmt.core.internal.threads;

/**
 * A daemon thread that has nothing of the application: not its class loader, nor its inheritable thread-locals, whoever
 * starts it.
 */
public abstract class DetachedThread extends Thread {
    // Plain volatile fields: where the heap is full, a pause must not allocate, as the first use of more would.
    private static volatile Thread pausing; // again and again until it ends
    private static volatile Thread alsoPausing; // another one, for when the first has ended
    private static volatile Thread chosen; // of these; it alone runs what is handed over
    private static volatile Runnable handedOver;

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
        Thread current = Thread.currentThread();
        if (isGone(pausing)) {
            pausing = current;
        } else if (pausing != current && isGone(alsoPausing)) {
            alsoPausing = current;
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Then its next look is earlier.
        }
        Runnable task = handedOver;
        if (task != null && chosen == current) {
            handedOver = null;
            task.run();
        }
    }

    /**
     * Has a task run soon by a thread that pauses again and again, for code that must not start a thread: where memory
     * is short that fails, and the JVM may be told to end at the first such failure. To be called by one thread at a
     * time.
     *
     * @param task that throws nothing
     * @return false if there is no such thread, or it has another task to run first; then nothing is done
     */
    public static boolean handOver(Runnable task) {
        Thread runs = isGone(pausing) ? alsoPausing : pausing;
        if (isGone(runs) || handedOver != null) {
            return false;
        }
        chosen = runs;
        handedOver = task;
        runs.interrupt();
        return true;
    }

    private static boolean isGone(Thread thread) {
        return thread == null || !thread.isAlive();
    }
}
