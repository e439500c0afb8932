package io.nmt.agent.commands;

import io.nmt.core.internal.threads.DetachedThread;
import io.nmt.core.model.ResidentMemory;
import io.nmt.core.rss.ResidentHistory;
import io.nmt.core.rss.ResidentReader;

/** Reads resident memory for what is compared later. */
final class ResidentNow {
    private ResidentNow() {}

    /**
     * Reads resident memory, where the system tells; otherwise returns null. On a thread of its own: the buffers that
     * the JDK keeps for each thread that has read files go with it, and are no change that a diff would show.
     */
    static ResidentMemory read() {
        Reading reading = new Reading();
        try {
            reading.start();
            reading.join();
            return reading.memory;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static final class Reading extends DetachedThread {
        private ResidentMemory memory;

        Reading() {
            super("nmt resident memory");
        }

        @Override
        public void run() {
            try {
                ResidentMemory read = ResidentReader.readMemory();
                ResidentHistory.add(read);
                memory = read;
            } catch (RuntimeException | Error e) {
                // Not Linux, no /proc, no memory left: then there is nothing to show.
            }
        }
    }
}
