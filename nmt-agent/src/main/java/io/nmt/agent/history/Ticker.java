package io.nmt.agent.history;

import io.nmt.core.threads.DetachedThread;
import io.nmt.report.past.History;

/** A clock, and pauses by it: those of the JVM, or those of a test. */
interface Ticker {
    /** The clock of the process's history, and pauses of the current thread. */
    Ticker OF_PROCESS = new Ticker() {
        @Override
        public long millis() {
            return History.now();
        }

        @Override
        public void pause(long millis) {
            DetachedThread.pause(millis);
        }
    };

    /** The time, by a clock that only goes forward. */
    long millis();

    /** Returns after that time, or earlier. */
    void pause(long millis);
}
