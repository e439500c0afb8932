package io.nmt.agent.history;

import io.nmt.core.threads.DetachedThread;

/**
 * The thread that reads what is in use, every ten seconds.
 *
 * <p>It is the only class of this package that premain loads: the others come with the first point, so that short
 * programs pay nothing for them.
 */
public final class HistoryRecorder extends DetachedThread {
    private static final long PERIOD_MILLIS = 10_000;

    private final boolean attached;

    private HistoryRecorder(boolean attached) {
        super("nmt-history");
        this.attached = attached;
    }

    /**
     * Begins to record, until the process ends.
     *
     * @param attached whether the application runs already
     */
    public static void begin(boolean attached) {
        try {
            new HistoryRecorder(attached).start();
        } catch (OutOfMemoryError e) {
            System.err.println("nmt: there will be no history: " + e.getMessage());
        }
    }

    @Override
    public void run() {
        pause(PERIOD_MILLIS);
        try {
            Recording.run(PERIOD_MILLIS, attached);
        } catch (Throwable t) {
            // The heap may have been full when a class was to be loaded, which makes it unusable for ever.
            return;
        }
    }
}
