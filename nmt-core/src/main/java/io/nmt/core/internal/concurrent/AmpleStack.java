package io.nmt.core.internal.concurrent;

import io.nmt.core.threads.DetachedThread;

/**
 * Runs what initialises classes, where the caller's stack may be about to end: that would make the classes unusable for
 * ever.
 *
 * <p>Thread-safe.
 */
public final class AmpleStack {
    // Interpreted, which code is that runs once, they take some 200 KB.
    private static final int FRAMES = 2048;
    private static final long STACK_BYTES = 1 << 20;
    private static final long MOST_MILLIS = 5_000;

    private AmpleStack() {}

    /**
     * Runs an action: at once if there is room for it, else on a thread of its own, for which it waits 5 s at the most,
     * as the caller may hold what the action needs.
     *
     * @param action that throws nothing
     */
    public static void run(Runnable action) {
        if (hasRoom()) {
            action.run();
            return;
        }
        Thread thread = DetachedThread.of("nmt-initialiser", action, STACK_BYTES);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // no more threads
            action.run();
            return;
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
    }

    private static boolean hasRoom() {
        try {
            return descend(FRAMES) == FRAMES;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
