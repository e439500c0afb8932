package io.nmt.agent.support;

/** How long a process may live. No test waits for it, but for a process that hangs. */
final class Deadline {
    private static final long MILLIS = 120_000;

    private final long end = System.nanoTime() + MILLIS * 1_000_000;

    long millisLeft() {
        return (end - System.nanoTime()) / 1_000_000;
    }
}
