package io.nmt.report.reading.sources;

/**
 * What the last profile of malloc has found, as far as it can explain what native libraries hold. Thread-safe.
 *
 * @param nanoTime when, by {@link System#nanoTime}
 * @param finding a sentence; empty if no library took more than chance explains
 */
public record LastProfile(long nanoTime, String finding) {
    private static volatile LastProfile last;

    /** Returns null if none was made of this process. */
    public static LastProfile read() {
        return last;
    }

    /** Keeps it for the readings that follow. */
    public static void keep(LastProfile done) {
        last = done;
    }
}
