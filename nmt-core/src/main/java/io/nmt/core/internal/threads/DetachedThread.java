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
}
