package io.nmt.core.internal.tracker;

/**
 * Has the hooks tried before figures are read, so that hooks that another agent removed are noticed. Thread-safe.
 *
 * <p>A check allocates and frees a block that no figure contains. It is for threads that read figures, not for hooks.
 */
public final class HookCheck {
    private static volatile Probe probe;

    private HookCheck() {}

    /** A probe of the hooks. */
    public interface Probe {
        /**
         * Tries the hooks. Throws nothing.
         *
         * @param all whether also those whose test takes tens of microseconds
         */
        void run(boolean all);
    }

    /**
     * Says what tries the hooks.
     *
     * @param newProbe null for none
     */
    public static void use(Probe newProbe) {
        probe = newProbe;
    }

    /**
     * Tries the hooks, if there are any.
     *
     * @param all whether also those whose test takes tens of microseconds
     */
    public static void run(boolean all) {
        TrackedPart.complete();
        Probe known = probe;
        if (known != null) {
            known.run(all);
        }
    }
}
