package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.FirstUse;

/**
 * Knows when the {@code Linker} is used for the first time, and which thread is using it. What its hooks take is
 * prepared then, not before: most programs never use it.
 */
public final class LinkerUse {
    private static final FirstUse FIRST = new FirstUse();

    private static volatile Thread trackersOwn;

    private LinkerUse() {}

    /**
     * Says what is to be done when the {@code Linker} is used for the first time.
     *
     * @param action run while the thread that uses it waits; it throws nothing
     */
    public static void prepareBy(Runnable action) {
        FIRST.prepareBy(action);
    }

    /** Called by the JDK before the first {@code Linker} is there. */
    public static void begins() {
        FIRST.begins();
    }

    /**
     * Tells the handles that the tracker makes for itself from the application's: it records its blocks itself. One
     * thread at a time.
     *
     * @param own whether what the current thread links from now on is the tracker's
     */
    public static void linkingOwn(boolean own) {
        trackersOwn = own ? Thread.currentThread() : null;
    }

    /**
     * True if the current thread links the tracker's own handle.
     *
     * @return true between two calls of {@link #linkingOwn}
     */
    public static boolean isTrackersOwn() {
        return trackersOwn == Thread.currentThread();
    }
}
