package io.nmt.core.internal.tracker;

import io.nmt.core.internal.concurrent.AmpleStack;

/** What is prepared when a part of the JDK is used for the first time, and not before: most programs never use it. */
public final class FirstUse {
    private volatile Runnable preparation;

    /** Nothing is to be done yet. */
    public FirstUse() {}

    /**
     * Says what is to be done.
     *
     * @param action run while the thread that uses it waits; it throws nothing
     */
    public void prepareBy(Runnable action) {
        preparation = action;
    }

    /** To be called before that part is used. Never throws. */
    public void begins() {
        try {
            Runnable action = preparation;
            if (action != null) {
                preparation = null;
                AmpleStack.run(action);
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
