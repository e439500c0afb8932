package io.nmt.testkit;

import java.time.Duration;

/**
 * The longest life of a process. No test waits for it, but for a process that hangs: the longest needs 15 s of
 * processor time, and gets it on a machine that does forty other things, too.
 */
final class Deadline {
    private static final long MILLIS = 600_000;

    private final long end;

    /** The usual one. */
    Deadline() {
        this(Duration.ofMillis(MILLIS));
    }

    /** For a process that has to live longer, from now on. */
    Deadline(Duration life) {
        this.end = System.nanoTime() + life.toNanos();
    }

    long millisLeft() {
        return (end - System.nanoTime()) / 1_000_000;
    }
}
