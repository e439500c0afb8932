package io.nmt.core.internal.tracker;

import io.nmt.core.internal.concurrent.AmpleStack;
import java.security.AccessController;
import java.security.PrivilegedAction;

/** Prepares parts of the JDK at their first use: most programs never use them. */
@SuppressWarnings("removal") // a security manager, which JDKs before 24 may have, asks for permissions
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
                AmpleStack.run(new Runnable() {
                    @Override
                    public void run() {
                        AccessController.doPrivileged(new PrivilegedAction<Void>() {
                            @Override
                            public Void run() {
                                action.run();
                                return null;
                            }
                        });
                    }
                });
            }
        } catch (Throwable t) {
            Tracker.failed(t);
        }
    }
}
