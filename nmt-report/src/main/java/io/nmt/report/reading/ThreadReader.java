package io.nmt.report.reading;

import io.nmt.core.reader.TrackerReader;
import io.nmt.report.model.LastStacks;
import io.nmt.report.model.ThreadReading;

/** Reads the threads of this process, and their stacks. Thread-safe. */
public final class ThreadReader {
    private static final long RECENT_NANOS = 60L * 1_000_000_000;

    private static volatile LastStacks lastStacks; // null if resident memory was not read

    private ThreadReader() {}

    static void keep(LastStacks found) {
        lastStacks = found;
    }

    /**
     * Reads the threads of this process whose starts were seen.
     *
     * @return as of now, with stacks as of when they were read last
     */
    public static ThreadReading now() {
        return new ThreadReading(TrackerReader.threads(false), lastStacks);
    }

    /**
     * Reads the stacks, at most once a minute, if a line of code starts more and more threads: see {@link
     * ResidentReader}. To be called where there is time, so that statements have them.
     */
    public static void readStacksIfRising() {
        boolean rises = TrackerReader.threads(false).stream()
                .anyMatch(group -> group.line().growing());
        if (rises) {
            stacks(RECENT_NANOS);
        }
    }

    /**
     * Reads all threads of this process, and their stacks.
     *
     * @return as of now
     */
    public static ThreadReading all() {
        return new ThreadReading(TrackerReader.threads(true), stacks(0));
    }

    private static LastStacks stacks(long recentNanos) {
        LastStacks last = lastStacks;
        if (last == null || System.nanoTime() - last.nanoTime() > recentNanos) {
            try {
                ResidentReader.readMemory();
            } catch (UnsupportedOperationException e) {
                return last; // where resident memory is, this system does not tell
            }
        }
        return lastStacks;
    }
}
