package io.nmt.agent.commands;

/**
 * The right of one command at a time to profile malloc in this process: two would write the same files, and each would
 * end the other's profile. A command that was killed loses it when its time is over. Thread-safe.
 */
final class ProfileClaim {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static String holder; // the run that has it; null if none has
    private static long endNanos;

    private ProfileClaim() {}

    /**
     * Takes it.
     *
     * @param run that takes it, a name of its own
     * @param seconds after which another one may take it
     * @return false if another one has it
     */
    static synchronized boolean take(String run, long seconds) {
        if (holder != null && System.nanoTime() - endNanos < 0) {
            return false;
        }
        holder = run;
        endNanos = System.nanoTime() + seconds * NANOS_PER_SECOND;
        return true;
    }

    /**
     * Gives it back.
     *
     * @param run that has taken it; another one's stays
     */
    static synchronized void release(String run) {
        if (run.equals(holder)) {
            holder = null;
        }
    }
}
