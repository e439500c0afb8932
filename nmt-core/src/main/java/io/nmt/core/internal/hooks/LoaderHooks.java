package io.nmt.core.internal.hooks;

import io.nmt.core.internal.loaders.MadeClassLoaders;
import io.nmt.core.internal.tracker.Tracker;

/** Knows which class loader was made, and which hidden class. */
public final class LoaderHooks {
    private LoaderHooks() {}

    /**
     * Called where the constructor of {@code ClassLoader} returns.
     *
     * @param loader whose own constructor has not run yet
     */
    public static void made(ClassLoader loader) {
        try {
            MadeClassLoaders.made(loader);
        } catch (Throwable t) {
            Tracker.leftOut(t); // its line is unknown
        }
    }

    /**
     * Called where a {@code Lookup} has defined a class.
     *
     * @param type which
     * @param flags with which it was defined
     */
    public static void defined(Class<?> type, int flags) {
        try {
            MadeClassLoaders.defined(type, flags);
        } catch (Throwable t) {
            Tracker.leftOut(t);
        }
    }
}
