package io.nmt.report.reading;

import io.nmt.core.model.StartedThreads;
import io.nmt.core.reader.TrackerReader;
import io.nmt.report.reading.sources.LastStacks;
import java.util.List;

/**
 * The live platform threads of a process, and their stacks. Immutable.
 *
 * @param groups by line of code and pattern of names, those with most threads first
 * @param stacks of all threads of the process; null if they are unknown
 */
public record ThreadReading(List<StartedThreads> groups, LastStacks stacks) {
    /** No threads. */
    public static final ThreadReading NONE = new ThreadReading(List.of(), null);

    private static final long RECENT_NANOS = 60L * 1_000_000_000;

    /** As it was read: copied. */
    public ThreadReading {
        groups = List.copyOf(groups);
    }

    /**
     * Reads the threads of this process whose starts were seen.
     *
     * @return as of now, with stacks as of when they were read last
     */
    public static ThreadReading now() {
        return new ThreadReading(TrackerReader.threads(false), LastStacks.read());
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
        LastStacks last = LastStacks.read();
        if (last == null || System.nanoTime() - last.nanoTime() > recentNanos) {
            try {
                ResidentReader.readMemory();
            } catch (UnsupportedOperationException e) {
                return last; // where resident memory is, this system does not tell
            }
        }
        return LastStacks.read();
    }
}
