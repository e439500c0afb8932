package io.nmt.core.internal.threads;

/**
 * A daemon thread that has nothing of the application: not its class loader, nor its inheritable thread-locals, whoever
 * starts it.
 */
public abstract class DetachedThread extends Thread {
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
     * Pauses the current thread. Code that interrupts all threads does not mean this one: then the pause is over.
     *
     * @param millis for how long
     */
    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Then its next look is earlier.
        }
    }
}
