package io.nmt.agent.commands;

import io.nmt.core.threads.DetachedThread;
import io.nmt.report.model.ResidentMemory;
import io.nmt.report.reading.ResidentReader;
import io.nmt.report.reading.ResidentReading;

/** Reads resident memory for what is compared later. */
final class ResidentNow {
    private ResidentNow() {}

    /**
     * Reads resident memory, where the system tells; otherwise returns null. On a thread of its own: the buffers that
     * the JDK keeps for each thread that has read files go with it, and are no change that a diff would show.
     */
    static ResidentMemory read() {
        Reading reading = new Reading(false);
        return reading.isRead() ? reading.memory : null;
    }

    /** Reads all that is to be judged, likewise; null where the system does not tell. */
    static ResidentReading readAll() {
        Reading reading = new Reading(true);
        return reading.isRead() ? reading.whole : null;
    }

    private static final class Reading implements Runnable {
        private final boolean all;
        private ResidentMemory memory;
        private ResidentReading whole;

        Reading(boolean all) {
            this.all = all;
        }

        boolean isRead() {
            try {
                Thread thread = DetachedThread.of("nmt resident memory", this);
                thread.start();
                thread.join();
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void run() {
            try {
                if (all) {
                    whole = ResidentReader.read();
                } else {
                    memory = ResidentReader.readMemory();
                }
            } catch (RuntimeException | Error e) {
                // Not Linux, no /proc, no memory left: then there is nothing to show.
            }
        }
    }
}
