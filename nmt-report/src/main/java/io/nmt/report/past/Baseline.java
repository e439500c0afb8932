package io.nmt.report.past;

import io.nmt.report.model.MemoryReading;

/**
 * A moment that a user compares with later ones. Immutable.
 *
 * @param watcher the command that repeats itself since then; empty of one that the user took
 * @param reading of that moment
 * @param nanoTime of it, by {@link System#nanoTime}
 */
public record Baseline(String watcher, MemoryReading reading, long nanoTime) {
    /**
     * The time since then.
     *
     * @return nanoseconds
     */
    public long ageNanos() {
        return System.nanoTime() - nanoTime;
    }
}
