package io.nmt.core.internal.hooks;

import io.nmt.core.internal.threads.DetachedThread;
import io.nmt.core.internal.tracker.Tracker;

/**
 * Knows when an OutOfMemoryError that the JVM has made reaches code of {@code Thread}: when it ends a thread, whatever
 * its reason, and when a thread cannot be started. The error is not changed.
 */
public final class ThreadHooks {
    private static final OnceAMinute REPORTS = new OnceAMinute();

    private static volatile Listener listener;

    private ThreadHooks() {}

    /** Wants to know. */
    public interface Listener {
        /**
         * Called by the thread that gets the error, once a minute at the most.
         *
         * @param error that ends the thread, or is thrown on
         * @return whether it has taken notice, or wants to be asked again
         */
        boolean failed(OutOfMemoryError error);
    }

    /**
     * Says what wants to know.
     *
     * @param listener null for none
     */
    public static void tell(Listener listener) {
        ThreadHooks.listener = listener;
    }

    /**
     * Called before an error that nothing has caught ends the thread, and before {@code Thread.start} throws one on.
     *
     * @param error of any kind; null is possible, too
     */
    public static void thrown(Throwable error) {
        try {
            Listener tell = listener;
            if (tell != null
                    && error instanceof OutOfMemoryError ofMemory
                    && !(Thread.currentThread() instanceof DetachedThread)
                    && REPORTS.begins()
                    && !tell.failed(ofMemory)) {
                REPORTS.undo();
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
