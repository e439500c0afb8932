package io.nmt.core.model;

import java.util.Objects;

/**
 * Threads, or lists of the JDK, that keep class loaders alive. What else keeps them is in a heap dump alone.
 *
 * @param how they do
 * @param loaders that they keep
 * @param threads the names of the threads; {@code N} stands for numbers that differ. Of a list, that of its entries
 *     that keeps one
 */
public record LoaderKeeper(How how, long loaders, String threads) {
    /**
     * A way.
     *
     * @throws NullPointerException for no way or no name
     */
    public LoaderKeeper {
        Objects.requireNonNull(how, "how");
        Objects.requireNonNull(threads, "threads");
    }

    /** The field of a thread, or the list, that refers to a loader, or to an object of its classes. */
    public enum How {
        /** The context class loader. */
        CONTEXT,
        /** The thread's own class, or its task. */
        TASK,
        /** The value of a thread-local variable. */
        THREAD_LOCAL,
        /** The drivers of {@code java.sql.DriverManager}. */
        DRIVER,
        /** The threads of {@code Runtime.addShutdownHook}. */
        SHUTDOWN_HOOK,
        /** The handlers of the root logger of {@code java.util.logging}. */
        LOG_HANDLER,
        /** The providers of {@code java.security.Security}. */
        PROVIDER,
        /** The objects of the platform's MBean server. */
        BEAN,
        /** A static field of a known library on the class path; its name is in place of the thread's. */
        STATIC_FIELD
    }
}
