package io.nmt.agent.history;

import io.nmt.core.history.History;
import io.nmt.core.history.HistoryPoint;
import io.nmt.core.internal.threads.DetachedThread;

/** Adds a point to the history of this process, again and again. */
final class Recording {
    private Recording() {}

    static void run(long periodMillis, boolean attached) {
        History history = History.ofProcess();
        if (attached) {
            history.happened("the agent was attached");
        }
        PointReader reader = new PointReader(history);
        long next = System.nanoTime() / 1_000_000;
        while (true) {
            try {
                history.add(reader.read(new HistoryPoint.Builder(History.now())).build());
            } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
                history.lose(); // the heap is full just now, and is not for ever, mostly
            }
            long now = System.nanoTime() / 1_000_000;
            next = Math.max(next + periodMillis, now + periodMillis / 2);
            DetachedThread.pause(next - now);
        }
    }
}
