package io.nmt.testkit;

/**
 * How long a process may live. No test waits for it, but for a process that hangs: the longest takes 15 s of processor
 * time, and gets it on a machine that does forty other things, too.
 */
final class Deadline {
    private static final long MILLIS = 600_000;

    private final long end = System.nanoTime() + MILLIS * 1_000_000;

    long millisLeft() {
        return (end - System.nanoTime()) / 1_000_000;
    }
}
