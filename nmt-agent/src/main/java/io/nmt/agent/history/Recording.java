package io.nmt.agent.history;

import io.nmt.core.NativeMemory;
import io.nmt.core.model.LateStart;
import io.nmt.core.reader.TrackerReader;
import io.nmt.jfr.ProcessMemoryEvents;
import io.nmt.report.leaks.WholeHeapCollections;
import io.nmt.report.past.History;
import io.nmt.report.past.HistoryPoint;

/** Adds a point to a history, again and again. */
public final class Recording {
    static final int POINTS_BETWEEN_CHECKS = 15; // a minute

    private static volatile Recording ofProcess; // null if nothing is recorded

    private final History history;
    private final Points points; // guarded by this
    private final Ticker ticker;

    /** Reads points. */
    interface Points {
        /**
         * Reads a point.
         *
         * @param point gets the figures that are known
         * @param all whether figures that take longer are read, too
         * @return the point
         */
        HistoryPoint.Builder read(HistoryPoint.Builder point, boolean all);

        /**
         * Looks whether hooks were removed, and whether a collection is to settle something, before each point.
         *
         * @param all whether hooks are looked at that take longer, too
         */
        void check(boolean all);

        /**
         * Passes on a point that the history has now.
         *
         * @param point as it was read
         */
        void tell(HistoryPoint point);
    }

    /** The points of a process. */
    private static final class PointsOfProcess implements Points {
        private final PointReader reader;
        private final SettlingCollections settling; // null if nothing is to be settled

        PointsOfProcess(History history, long settleSeconds) {
            reader = new PointReader(history);
            settling = settleSeconds == 0 ? null : SettlingCollections.ofProcess(settleSeconds);
        }

        @Override
        public HistoryPoint.Builder read(HistoryPoint.Builder point, boolean all) {
            return reader.read(point, all);
        }

        @Override
        public void check(boolean all) {
            TrackerReader.checkHooks(all);
            if (settling != null) {
                settling.look(History.now());
            }
        }

        @Override
        public void tell(HistoryPoint point) {
            ProcessMemoryEvents.emit(point);
        }
    }

    Recording(History history, Points points, Ticker ticker) {
        this.history = history;
        this.points = points;
        this.ticker = ticker;
    }

    static void run(long periodMillis, boolean attached, long settleSeconds) {
        History history = History.ofProcess();
        history.countedBy(WholeHeapCollections.COUNT);
        Recording recording = new Recording(history, new PointsOfProcess(history, settleSeconds), Ticker.OF_PROCESS);
        if (attached) {
            LateStart late = NativeMemory.sampling().coverage().lateStart();
            long agoMillis = late == null || late.time() == null
                    ? 0
                    : Math.max(0, System.currentTimeMillis() - late.time().toEpochMilli());
            history.attached(History.now() - agoMillis, "the agent was attached");
        }
        ofProcess = recording;
        recording.repeat(periodMillis);
    }

    /** Adds points for ever, a period apart; if reading takes longer, half a period after the last one was read. */
    void repeat(long periodMillis) {
        long next = ticker.millis();
        for (int point = 0; ; point++) {
            try {
                points.check(point % POINTS_BETWEEN_CHECKS == 0);
                add(false);
            } catch (OutOfMemoryError | StackOverflowError | LinkageError | RuntimeException e) {
                history.lose(); // the heap is full just now, and is not for ever, mostly
            }
            long now = ticker.millis();
            next = Math.max(next + periodMillis, now + periodMillis / 2);
            ticker.pause(next - now);
        }
    }

    synchronized void add(boolean early) {
        HistoryPoint point =
                points.read(new HistoryPoint.Builder(ticker.millis()), early).build();
        if (early) {
            history.addEarly(point);
        } else {
            history.add(point);
        }
        points.tell(point);
    }

    /**
     * Adds a point now, with all figures: after something was done that changes much, the history must not tell what
     * was before. A point of the last seconds becomes a part of it. Waits while another one is read, which takes
     * milliseconds. Does nothing if nothing is recorded.
     */
    public static void addNow() {
        try {
            Recording recording = ofProcess;
            if (recording != null) {
                recording.add(true);
            }
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            History.ofProcess().lose();
        }
    }
}
