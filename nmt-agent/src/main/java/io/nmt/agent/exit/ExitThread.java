package io.nmt.agent.exit;

import io.nmt.core.threads.DetachedThread;

/**
 * A shutdown hook that also runs where no thread can be started: then on the thread that ends the JVM, before the other
 * hooks. An ordinary one throws there, and the JVM gives up all hooks that are not started yet, the application's too.
 */
public abstract class ExitThread extends DetachedThread {
    /**
     * A hook that is not registered.
     *
     * @param name of the thread
     */
    protected ExitThread(String name) {
        super(name);
    }

    /** Called by the JVM when it ends. Throws nothing for lack of threads or memory. */
    @Override
    public final synchronized void start() {
        try {
            super.start();
        } catch (OutOfMemoryError e) {
            try {
                atExitWithoutThread();
            } catch (Throwable t) {
                return; // the JVM ends; the other hooks are to run
            }
        }
    }

    @Override
    public final void run() {
        atExit();
    }

    /** Does what is to be done at the end of the JVM. */
    protected abstract void atExit();

    /** Does the same where there is no thread for it: the other hooks wait meanwhile. */
    protected void atExitWithoutThread() {
        atExit();
    }
}
