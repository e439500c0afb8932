package io.nmt.core.concurrent;

/**
 * Runs what initialises classes, where the caller's stack may be about to end: that would make the classes unusable for
 * ever.
 */
public final class AmpleStack {
    private static final long STACK_BYTES = 1 << 20;
    private static final long MOST_MILLIS = 5_000;

    private AmpleStack() {}

    /**
     * Runs an action on a thread of its own, and waits for it: 5 s at the most, as the caller may hold what the action
     * needs.
     *
     * @param action that throws nothing
     * @return whether it has ended
     */
    public static boolean run(Runnable action) {
        Thread thread = new Thread(null, action, "nmt-initialiser", STACK_BYTES, false);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no more threads
            action.run();
            return true;
        }
        boolean interrupted = false;
        long end = System.nanoTime() + MOST_MILLIS * 1_000_000;
        for (long left = MOST_MILLIS; left > 0 && thread.isAlive(); left = (end - System.nanoTime()) / 1_000_000) {
            try {
                thread.join(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
