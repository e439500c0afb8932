package io.nmt.agent.history;

import io.nmt.channel.JdkClasses;
import io.nmt.core.threads.DetachedThread;

/**
 * The thread that reads what is in use, every four seconds.
 *
 * <p>It is the only class of this package that premain loads: the others come with the first point, so that short
 * programs pay nothing for them.
 */
public final class HistoryRecorder extends DetachedThread {
    private static final long PERIOD_MILLIS = 4_000;
    private static final int MOST_TRIES = 30; // for two minutes; a heap may be nearly full for ever

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
        for (int tries = 1; !isOver; tries++) {
            pause(PERIOD_MILLIS);
            isOver = record(tries);
        }
    }

    /** Records until that cannot go on; false if a point could not be read now: another time it may be. */
    private boolean record(int tries) {
        try {
            if (JdkClasses.initializeForHistory() || tries >= MOST_TRIES) {
                Recording.run(PERIOD_MILLIS, attached, settleSeconds);
                return true;
            }
        } catch (Throwable t) {
            // A full heap, no file descriptors, or for ever a class whose initializer met one of these.
            return tries >= MOST_TRIES;
        }
        return false;
    }
}
