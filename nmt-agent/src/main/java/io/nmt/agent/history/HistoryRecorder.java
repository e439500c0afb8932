package io.nmt.agent.history;

import io.nmt.core.threads.DetachedThread;

/**
 * The thread that reads what is in use, every four seconds.
 *
 * <p>It is the only class of this package that premain loads: the others come with the first point, so that short
 * programs pay nothing for them.
 */
public final class HistoryRecorder extends DetachedThread {
    private static final long PERIOD_MILLIS = 4_000;

    private final boolean attached;
    private final long settleSeconds;

    private HistoryRecorder(boolean attached, long settleSeconds) {
        super("nmt-history");
        this.attached = attached;
        this.settleSeconds = settleSeconds;
    }

    /**
     * Begins to record, until the process ends.
     *
     * @param attached whether the application runs already
     * @param settleSeconds how often a full collection may settle what may be garbage; 0 if none does
     */
    public static void begin(boolean attached, long settleSeconds) {
        try {
            new HistoryRecorder(attached, settleSeconds).start();
        } catch (OutOfMemoryError e) {
            System.err.println("nmt: there will be no history: " + e.getMessage());
        }
    }

    @Override
    public void run() {
        boolean isOver = false;
        while (!isOver) {
            pause(PERIOD_MILLIS);
            isOver = record();
        }
    }

    /** Records until that cannot go on; false if the heap was full just now, before a point was read. */
    private boolean record() {
        try {
            Recording.run(PERIOD_MILLIS, attached, settleSeconds);
        } catch (OutOfMemoryError e) {
            return false;
        } catch (Throwable t) {
            // A class whose initializer met a full heap is unusable for ever.
            return true;
        }
        return true;
    }
}
