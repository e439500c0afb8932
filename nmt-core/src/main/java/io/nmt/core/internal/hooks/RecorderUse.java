package io.nmt.core.internal.hooks;

import io.nmt.core.internal.tracker.FirstUse;

/** Knows when JFR starts: to ask JFR itself to tell it takes milliseconds, and most programs never start it. */
public final class RecorderUse {
    private static final FirstUse FIRST = new FirstUse();

    private RecorderUse() {}

    /**
     * Says what is to be done when JFR starts.
     *
     * @param action run before it starts, while the thread that starts it waits; it throws nothing
     */
    public static void prepareBy(Runnable action) {
        FIRST.prepareBy(action);
    }

    /** Called by the JDK where JFR may be about to start. */
    public static void begins() {
        FIRST.begins();
    }
}
