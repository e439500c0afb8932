package io.nmt.agent.history;

import io.nmt.agent.heap.WholeHeapCollections;
import io.nmt.core.history.History;
import io.nmt.core.history.HistoryPoint;
import io.nmt.core.internal.threads.DetachedThread;
import io.nmt.core.internal.tracker.HookCheck;

/** Adds a point to the history of this process, again and again. */
public final class Recording {
    private static final int POINTS_BETWEEN_CHECKS = 6; // a minute

    private static final Object READING = new Object();

    private static PointReader reader; // guarded by READING; null if nothing is recorded

    private Recording() {}

    static void run(long periodMillis, boolean attached) {
        History history = History.ofProcess();
        history.countedBy(WholeHeapCollections.COUNT);
        if (attached) {
            history.happened("the agent was attached");
        }
        synchronized (READING) {
            reader = new PointReader(history);
        }
        long next = System.nanoTime() / 1_000_000;
        for (int point = 0; ; point++) {
            try {
                HookCheck.run(point % POINTS_BETWEEN_CHECKS == 0);
                add(history, false);
            } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
                history.lose(); // the heap is full just now, and is not for ever, mostly
            }
            long now = System.nanoTime() / 1_000_000;
            next = Math.max(next + periodMillis, now + periodMillis / 2);
            DetachedThread.pause(next - now);
        }
    }

    private static void add(History history, boolean early) {
        synchronized (READING) {
            if (reader != null) {
                HistoryPoint point = reader.read(new HistoryPoint.Builder(History.now()), early)
                        .build();
                if (early) {
                    history.addEarly(point);
                } else {
                    history.add(point);
                }
            }
        }
    }

    /**
     * Adds a point now, with all figures: after something was done that changes much, the history must not tell what
     * was before. A point of the last seconds becomes a part of it. Waits while another one is read, which takes
     * milliseconds. Does nothing if nothing is recorded.
     */
    public static void addNow() {
        try {
            add(History.ofProcess(), true);
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            History.ofProcess().lose();
        }
    }
}
